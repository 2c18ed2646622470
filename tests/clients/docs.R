# Runs the examples of docs/from-stan.md for those who come from cmdstanr and brms, as they stand there.
#
# usage: CMDSTAN=DIRECTORY Rscript tests/clients/docs.R HERE WORK_DIR

arguments <- commandArgs(trailingOnly = TRUE)
here <- normalizePath(arguments[[1]])
work <- arguments[[2]]
source(file.path(here, "checks.R"))
root <- dirname(dirname(here))
page <- readLines(file.path(root, "docs", "from-stan.md"))

# The first block of R after a line.
block <- function(after) {
  begin <- which(page == after)
  first <- begin + which(page[-seq_len(begin)] == "```r")[[1]]
  last <- first + which(page[-seq_len(first)] == "```")[[1]]
  gsub("build/cmdstan", Sys.getenv("CMDSTAN"), page[(first + 1):(last - 1)], fixed = TRUE)
}

dir.create(file.path(work, "examples"))
invisible(file.copy(file.path(root, "examples", c("eight_schools.stan", "eight_schools.json")), file.path(work, "examples")))
setwd(work)
for (name in c("From cmdstanr:", "From brms:")) {
  check(paste(name, "the example runs"), {
    invisible(capture.output(suppressWarnings(suppressMessages(eval(parse(text = block(name)), envir = new.env())))))
    TRUE
  })
}
finish()
