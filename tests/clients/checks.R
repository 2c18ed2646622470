# What both R scripts test with: named checks that are counted, and the known moments of the posteriors.

results <- list()

# A check is an expression that must be TRUE; an error in it is a failure, and the others go on.
check <- function(name, expression) {
  outcome <- tryCatch(
    if (isTRUE(expression)) "" else "is not so",
    error = function(e) paste("stopped:", conditionMessage(e))
  )
  results[[name]] <<- outcome
  if (nzchar(outcome)) cat("failed: ", name, ": ", outcome, "\n", sep = "")
}

# Runs something whose result later checks need; what cannot be had is NULL, and one failure.
attempt <- function(name, expression) {
  value <- tryCatch(expression, error = function(e) {
    results[[name]] <<- conditionMessage(e)
    cat("failed: ", name, ": stopped: ", conditionMessage(e), "\n", sep = "")
    NULL
  })
  if (!is.null(value)) results[[name]] <<- ""
  value
}

finish <- function() {
  outcomes <- unlist(results)
  cat(sum(outcomes == ""), " passed, ", sum(outcomes != ""), " failed\n", sep = "")
  quit(status = if (length(outcomes) == 0 || any(outcomes != "")) 1 else 0)
}

# Draws are iterations by chains. Five standard errors are passed by chance once in two million; a wrong scale is seen by the standard deviation.
has_moments <- function(draws, mean, sd) {
  size <- posterior::ess_mean(draws)
  distance <- abs(base::mean(draws) - mean) / (sd / sqrt(size))
  if (!(distance < 5)) cat("mean ", base::mean(draws), " not ", mean, ": ", distance, " errors away\n", sep = "")
  distance < 5 && size > 30 && stats::sd(draws) / sd > 0.75 && stats::sd(draws) / sd < 1.33
}

variable_draws <- function(fit, name) posterior::extract_variable_matrix(fit$draws(name), name)
