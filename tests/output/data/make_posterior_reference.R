# Makes posterior_draws.csv and posterior_reference.csv: draws of many kinds, and what the R package `posterior` says of
# them. Run in this directory: Rscript make_posterior_reference.R   (Debian packages r-base-core, r-cran-posterior)
suppressPackageStartupMessages(library(posterior))
set.seed(20231115, kind = "Mersenne-Twister", normal.kind = "Inversion")

autoregression <- function(n, phi) {
  x <- numeric(n)
  x[1] <- rnorm(1)
  for (i in seq_len(n - 1)) x[i + 1] <- phi * x[i] + sqrt(1 - phi^2) * rnorm(1)
  x
}
chains <- function(k, f) sapply(seq_len(k), function(c) f(c))

cases <- list(
  iid_normal = chains(4, function(c) rnorm(100)),
  slow_ar = chains(4, function(c) autoregression(250, 0.9)),
  cauchy = chains(4, function(c) rcauchy(100)),
  antithetic = chains(4, function(c) autoregression(150, -0.5)),
  strongly_antithetic = chains(2, function(c) autoregression(100, -0.95)),
  one_chain_elsewhere = chains(4, function(c) rnorm(100, if (c == 3) 5 else 0)),
  stuck_chain = chains(4, function(c) if (c == 2) rep(0.25, 100) else rnorm(100)),
  all_chains_stuck = chains(3, function(c) rep(as.numeric(c), 20)),
  drifting = chains(2, function(c) rnorm(100) + (1:100) / 50),
  wide_and_narrow = chains(4, function(c) rnorm(100, 0, if (c == 1) 4 else 1)),
  counts = chains(4, function(c) as.numeric(rpois(100, 2))),
  binary = chains(4, function(c) as.numeric(runif(100) < 0.3)),
  rare_binary = chains(2, function(c) as.numeric(runif(100) < 0.02)),
  half_and_half = matrix(rep(c(0, 1), 40), ncol = 2),
  constant = matrix(3.5, 50, 4),
  with_nan = { x <- matrix(rnorm(80), 40); x[7, 2] <- NaN; x },
  with_infinity = { x <- matrix(rnorm(80), 40); x[7, 2] <- Inf; x },
  one_chain = chains(1, function(c) autoregression(200, 0.3)),
  odd_length = chains(3, function(c) autoregression(101, 0.5)),
  odd_one_chain = chains(1, function(c) rnorm(7)),
  far_from_zero = chains(4, function(c) 1e6 + rnorm(50)),
  tiny_scale = chains(2, function(c) 1e-10 * rnorm(50)),
  twelve_draws = chains(2, function(c) rnorm(12)),
  ten_draws = chains(2, function(c) rnorm(10)),
  six_draws = chains(2, function(c) rnorm(6)),
  five_draws = chains(2, function(c) rnorm(5)),
  # Below four draws posterior's .split_chains() transposes the matrix (x[1, ] drops a dimension): not a reference.
  four_draws = chains(4, function(c) rnorm(4))
)

quantities <- list(
  mean = function(x) mean(x), sd = function(x) sd(x),
  q5 = function(x) quantile2(x, 0.05), q50 = function(x) quantile2(x, 0.5),
  q95 = function(x) quantile2(x, 0.95),
  rhat = rhat, ess_bulk = ess_bulk, ess_tail = ess_tail, ess_mean = ess_mean, ess_sd = ess_sd,
  ess_q50 = function(x) ess_quantile(x, 0.5), ess_q100 = function(x) ess_quantile(x, 1),
  mcse_mean = mcse_mean, mcse_sd = mcse_sd,
  mcse_q5 = function(x) mcse_quantile(x, 0.05), mcse_q50 = function(x) mcse_quantile(x, 0.5),
  # Not in posterior: the definition of rstan::get_bfmi, here on the first chain.
  ebfmi = function(x) sum(diff(x[, 1])^2) / nrow(x) / var(x[, 1])
)

number <- function(v) ifelse(is.na(v), "nan", sub("Inf", "inf", sprintf("%.17g", v)))
made_by <- paste0("# Made by make_posterior_reference.R with posterior ", packageVersion("posterior"), ", ",
                  R.version$version.string)

draws <- file("posterior_draws.csv", "w")
writeLines(c(made_by, "case,chain,value"), draws)
for (name in names(cases)) {
  x <- cases[[name]]
  for (c in seq_len(ncol(x))) writeLines(paste(name, c, number(x[, c]), sep = ","), draws)
}
close(draws)

reference <- file("posterior_reference.csv", "w")
writeLines(c(made_by, "case,quantity,value"), reference)
for (name in names(cases)) {
  for (quantity in names(quantities)) {
    value <- tryCatch(suppressWarnings(quantities[[quantity]](cases[[name]])), error = function(e) NA_real_)
    writeLines(paste(name, quantity, number(unname(value)), sep = ","), reference)
  }
}
close(reference)

# The normal and beta quantiles the diagnostics rest on.
p <- c(1e-300, 1e-20, 1e-6, 0.01, 0.07, 0.0751, 0.3, 0.5, 0.7, 0.92, 0.93, 0.999, 1 - 1e-12)
beta <- expand.grid(p = c(0.1586553, 0.5, 0.8413447), a = c(1, 3.7, 400), b = c(1.5, 60, 5000))
functions <- file("quantile_functions.csv", "w")
writeLines(c(made_by, "function,p,a,b,value"), functions)
writeLines(paste("normal", number(p), 0, 1, number(qnorm(p)), sep = ","), functions)
writeLines(paste("beta", number(beta$p), beta$a, beta$b, number(qbeta(beta$p, beta$a, beta$b)), sep = ","), functions)
close(functions)
