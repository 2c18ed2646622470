# Writes the CSV files of this folder, in the form of CmdStan 2.39, and what the R package posterior says about them.
# Run by hand; nothing of this is needed by the tests. The draws are ours, of one run each of the program below:
#
#   autumn sample program.stan --output plain --seed 5 --warmup 300 --draws 60
#   autumn sample program.stan --output dense --seed 6 --warmup 40 --draws 90 --thin 2 --save-warmup --metric dense_e
#   Rscript make_cmdstan.R plain dense
#
# with  parameters { vector[2] theta; real<lower=0> tau; }
#       model { theta ~ normal(0, tau); tau ~ exponential(1); }
#       generated quantities { array[2,2] real m; int one = 1; for (i in 1:2) for (j in 1:2) m[i,j] = theta[i] * j; }
library(posterior)
options(digits = 12)

header <- function(chain, warmup, draws, saved, thin, metric) {
  mark <- function(value, default) paste0(value, if (value == default) " (Default)" else "")
  c("# stan_version_major = 2", "# stan_version_minor = 39", "# stan_version_patch = 0", "# model = program_model",
    "# start_datetime = 2026-11-15 02:40:00 UTC", "# method = sample (Default)", "#   sample",
    paste("#     num_samples =", mark(draws, 1000)), paste("#     num_warmup =", mark(warmup, 1000)),
    paste("#     save_warmup =", mark(saved, "false")), paste("#     thin =", mark(thin, 1)),
    "#     adapt", "#       engaged = true (Default)", "#       gamma = 0.05 (Default)", "#       delta = 0.8 (Default)",
    "#       kappa = 0.75 (Default)", "#       t0 = 10 (Default)", "#       init_buffer = 75 (Default)",
    "#       term_buffer = 50 (Default)", "#       window = 25 (Default)", "#       save_metric = false (Default)",
    "#     algorithm = hmc (Default)", "#       hmc", "#         engine = nuts (Default)", "#           nuts",
    "#             max_depth = 10 (Default)", paste("#         metric =", mark(metric, "diag_e")),
    "#         metric_file =  (Default)", "#         stepsize = 1 (Default)", "#         stepsize_jitter = 0 (Default)",
    "#     num_chains = 4", paste("# id =", mark(chain, 1)), "# data", "#   file =  (Default)", "# init = 2 (Default)",
    "# random", "#   seed = 5", "# output", paste0("#   file = output_", chain, ".csv"), "#   diagnostic_file =  (Default)",
    "#   refresh = 100 (Default)", "#   sig_figs = 8 (Default)", "#   profile_file = profile.csv (Default)",
    "#   save_cmdstan_config = false (Default)", "# num_threads = 1 (Default)", "# stanc_version = stanc3 v2.39.0",
    "# stancflags = ")
}

adaptation <- list(
  diag_e = c("# Adaptation terminated", "# Step size = 0.61208", "# Diagonal elements of inverse mass matrix:",
             "# 1.48391, 1.73311, 0.912006"),
  dense_e = c("# Adaptation terminated", "# Step size = 0.707", "# Elements of inverse mass matrix:",
              "# 1.48391, 0.0312, -0.11", "# 0.0312, 1.73311, 0.21", "# -0.11, 0.21, 0.912006"))
timing <- c("# ", "#  Elapsed Time: 0.009 seconds (Warm-up)", "#                0.023 seconds (Sampling)",
            "#                0.032 seconds (Total)", "# ")

# The rows of a chain, as CmdStan writes them: 8 digits, whole numbers without a point.
rows_of <- function(table) apply(table, 1, function(row) paste(formatC(row, digits = 8, format = "g", flag = "", width = 1), collapse = ","))

convert <- function(from, to, warmup, draws, saved, thin, metric) {
  kept <- if (saved == "true") ceiling(warmup / thin) else 0
  chains <- list()
  for (chain in 1:4) {
    table <- read.csv(file.path(from, paste0("chain_", chain, ".csv")), comment.char = "#", check.names = FALSE)
    rows <- rows_of(table)
    lines <- c(header(chain, warmup, draws, saved, thin, metric), paste(names(table), collapse = ","),
               rows[seq_len(kept)], adaptation[[metric]], rows[kept + seq_len(length(rows) - kept)], timing)
    path <- paste0(to, "_", chain, ".csv")
    writeLines(lines, path)
    chains[[chain]] <- read.csv(path, comment.char = "#", check.names = FALSE)[kept + seq_len(length(rows) - kept), ]
  }
  names <- setdiff(names(chains[[1]]), c("accept_stat__", "stepsize__", "treedepth__", "n_leapfrog__", "divergent__", "energy__"))
  lines <- "name,mean,mcse,sd,q5,q50,q95,ess_bulk,ess_tail,rhat"
  for (name in names) {
    x <- sapply(chains, function(chain) chain[[name]])
    numbers <- c(mean(x), mcse_mean(x), sd(x), quantile(x, c(0.05, 0.5, 0.95), names = FALSE), ess_bulk(x), ess_tail(x), rhat(x))
    lines <- c(lines, paste(c(name, format(numbers, digits = 12, trim = TRUE)), collapse = ","))
  }
  writeLines(lines, paste0(to, "_posterior.txt"))
}

folders <- commandArgs(trailingOnly = TRUE)
convert(folders[1], "plain", 300, 60, "false", 1, "diag_e")
convert(folders[2], "dense", 40, 90, "true", 2, "dense_e")
