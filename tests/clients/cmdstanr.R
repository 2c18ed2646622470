# Tests a directory shaped like CmdStan through cmdstanr: every method, what it prints, and the numbers.
#
# usage: CMDSTAN=DIRECTORY Rscript tests/clients/cmdstanr.R HERE WORK_DIR

arguments <- commandArgs(trailingOnly = TRUE)
here <- arguments[[1]]
work <- arguments[[2]]
source(file.path(here, "checks.R"))
suppressMessages(library(cmdstanr))
suppressMessages(library(posterior))
suppressWarnings(set_cmdstan_path(Sys.getenv("CMDSTAN")))

bernoulli_data <- list(N = 10, y = c(0, 1, 0, 0, 0, 0, 0, 0, 0, 1))
schools_data <- list(J = 8, y = c(28, 8, -3, 7, -1, 1, 18, 12), sigma = c(15, 10, 16, 11, 9, 11, 10, 18))
logistic_data <- list(N = 8, x = c(-2, -1.5, -1, -0.5, 0.5, 1, 1.5, 2), y = c(0, 1, 1, 0, 1, 1, 1, 1))
bernoulli_sd <- sqrt(3 * 9 / (12^2 * 13))

# The logistic posterior by a sum over a grid, and its mode.
log_logistic <- function(b1, b2) {
  value <- -(b1^2 + b2^2) / (2 * 2.5^2)
  for (n in seq_len(logistic_data$N)) {
    linear <- b1 + b2 * logistic_data$x[n]
    value <- value + logistic_data$y[n] * linear - ifelse(linear > 0, linear + log1p(exp(-linear)), log1p(exp(linear)))
  }
  value
}
grid <- expand.grid(b1 = seq(-12, 12, length.out = 401), b2 = seq(-12, 12, length.out = 401))
weight <- exp(log_logistic(grid$b1, grid$b2))
weight <- weight / sum(weight)
logistic_mean <- c(sum(weight * grid$b1), sum(weight * grid$b2))
logistic_sd <- sqrt(c(sum(weight * grid$b1^2), sum(weight * grid$b2^2)) - logistic_mean^2)
logistic_mode <- optim(c(0, 0), function(b) -log_logistic(b[1], b[2]), method = "BFGS", control = list(reltol = 1e-14))$par

# Programs are copied, since executables are made beside them.
program <- function(name) {
  file.copy(file.path(here, "programs", paste0(name, ".stan")), work)
  file.path(work, paste0(name, ".stan"))
}
quietly <- function(expression) {
  output <- capture.output(value <- suppressMessages(expression))
  value
}

check("the version is read from the makefile", package_version(cmdstan_version()) >= "2.36")

start <- Sys.time()
schools <- attempt("eight schools compiles", cmdstan_model(program("eight_schools")))
schools_fit <- attempt("eight schools is sampled", quietly(schools$sample(data = schools_data, seed = 1, refresh = 0)))
cat("eight schools, from the program to four chains of draws:", format(as.numeric(Sys.time() - start, units = "secs")), "s\n")
bernoulli <- attempt("bernoulli compiles", cmdstan_model(program("bernoulli")))
logistic <- attempt("logistic compiles", cmdstan_model(program("logistic")))
predictive <- attempt("bernoulli_ppc compiles", cmdstan_model(program("bernoulli_ppc")))

check("the variables of a program are described", {
  variables <- predictive$variables()
  identical(names(variables$parameters), "theta") && variables$data$y$type == "int" && variables$data$y$dimensions == 1 &&
    setequal(names(variables$generated_quantities), c("y_rep", "log_lik"))
})
check("a syntax error has its line", {
  text <- character()
  tryCatch(
    withCallingHandlers(cmdstan_model(program("bad_syntax"), quiet = FALSE), message = function(m) text <<- c(text, conditionMessage(m))),
    error = function(e) text <<- c(text, conditionMessage(e))
  )
  any(grepl("line (9|10), column [0-9]+", text))
})
check("a program is checked", isTRUE(suppressMessages(bernoulli$check_syntax(quiet = TRUE))))
check("a program is formatted", any(grepl("  theta ~ beta(1, 1);", capture.output(bernoulli$format()), fixed = TRUE)))

# Sampling.
bernoulli_fit <- attempt("bernoulli is sampled", quietly(bernoulli$sample(data = bernoulli_data, seed = 5, refresh = 0)))
check("bernoulli has its posterior", has_moments(variable_draws(bernoulli_fit, "theta"), 0.25, bernoulli_sd))
logistic_fit <- attempt("logistic is sampled", quietly(logistic$sample(data = logistic_data, seed = 5, refresh = 0, iter_sampling = 2000)))
for (element in 1:2) {
  check(paste("logistic has its posterior:", element),
    has_moments(variable_draws(logistic_fit, sprintf("beta[%d]", element)), logistic_mean[element], logistic_sd[element]))
}
# 4.397 and 3.318 are of quadrature, known.py.
check("eight schools has its posterior", has_moments(variable_draws(schools_fit, "mu"), 4.39682, 3.31770))
check("the summary has every parameter", {
  table <- schools_fit$summary()
  identical(table$variable, c("lp__", "mu", "tau", sprintf("theta[%d]", 1:8))) && all(table$rhat < 1.05)
})
check("diagnostics are counted by chain", {
  counts <- suppressMessages(logistic_fit$diagnostic_summary())
  length(counts$num_divergent) == 4 && sum(counts$num_divergent) == 0 && sum(counts$num_max_treedepth) == 0 && all(counts$ebfmi > 0.3)
})
check("a model with nothing left to sample has diagnostics too", {
  counts <- suppressMessages(suppressWarnings(bernoulli_fit$diagnostic_summary()))
  sum(counts$num_divergent) == 0
})
check("times are known", {
  times <- logistic_fit$time()
  nrow(times$chains) == 4 && all(times$chains$total >= 0) && all(is.finite(times$chains$warmup))
})
check("the metric is in the size of the parameters", all(dim(logistic_fit$inv_metric()[[1]]) == 2))
check("return codes are zero", all(logistic_fit$return_codes() == 0))
check("the tools run", {
  text <- capture.output(logistic_fit$cmdstan_diagnose(), logistic_fit$cmdstan_summary())
  any(grepl("No divergent transitions found.", text, fixed = TRUE)) && any(grepl("^beta\\[2\\]", text))
})
check("the same seed gives the same draws", {
  again <- quietly(logistic$sample(data = logistic_data, seed = 5, refresh = 0, iter_sampling = 2000))
  identical(unclass(as_draws_matrix(again$draws("beta"))), unclass(as_draws_matrix(logistic_fit$draws("beta"))))
})
check("warmup is saved and thinned", {
  fit <- quietly(logistic$sample(
    data = logistic_data, seed = 5, refresh = 0, chains = 2, iter_warmup = 100, iter_sampling = 60, save_warmup = TRUE, thin = 3))
  all(dim(fit$draws("beta")) == c(20, 2, 2)) && all(dim(fit$draws("beta", inc_warmup = TRUE)) == c(54, 2, 2))
})
check("inits are used", {
  fit <- quietly(logistic$sample(
    data = logistic_data, seed = 5, refresh = 0, chains = 2, init = list(list(beta = c(0.25, -0.75)), list(beta = c(1.25, 1.75))),
    fixed_param = TRUE, iter_sampling = 1))
  max(abs(c(fit$draws("beta")) - c(0.25, 1.25, -0.75, 1.75))) < 1e-5
})
check("dense metrics are adapted and given", {
  dense <- quietly(logistic$sample(data = logistic_data, seed = 5, refresh = 0, chains = 2, metric = "dense_e"))
  given <- dense$inv_metric()[[1]]
  fit <- quietly(logistic$sample(
    data = logistic_data, seed = 5, refresh = 0, chains = 2, metric = "dense_e", inv_metric = given, step_size = 0.5, adapt_engaged = FALSE))
  max(abs(fit$inv_metric()[[1]] - given)) < 1e-3 && has_moments(variable_draws(fit, "beta[2]"), logistic_mean[2], logistic_sd[2])
})
check("progress is printed with the chain", {
  lines <- capture.output(suppressMessages(logistic$sample(data = logistic_data, seed = 5, chains = 2, refresh = 500)))
  sum(grepl("^Chain [12] Iteration: 2000 / 2000 \\[100%\\]  \\(Sampling\\)", lines)) == 2 && any(grepl("finished in", lines))
})
check("fixed parameters draw the quantities", {
  shapes <- cmdstan_model(program("shapes"))
  fit <- quietly(shapes$sample(fixed_param = TRUE, seed = 5, refresh = 0, chains = 2, iter_sampling = 500))
  m <- as_draws_rvars(fit$draws("m"))$m
  all(mean(m) == matrix(c(11, 21, 12, 22, 13, 23), 2)) && has_moments(variable_draws(fit, "noise"), 1, 2)
})
check("threads are used by a model that was made for them", {
  file.copy(file.path(work, "logistic.stan"), file.path(work, "threaded.stan"))
  threaded <- cmdstan_model(file.path(work, "threaded.stan"), cpp_options = list(stan_threads = TRUE))
  fit <- quietly(threaded$sample(data = logistic_data, seed = 5, refresh = 0, chains = 2, threads_per_chain = 2))
  has_moments(variable_draws(fit, "beta[2]"), logistic_mean[2], logistic_sd[2])
})
check("data of the wrong size ends the chain", {
  output <- capture.output(fit <- suppressWarnings(suppressMessages(bernoulli$sample(data = list(N = 10, y = c(0, 1)), chains = 1))))
  all(fit$return_codes() != 0)
})

# The other methods.
mode <- attempt("optimize runs", quietly(logistic$optimize(data = logistic_data, seed = 5)))
check("optimize finds the mode", max(abs(as.numeric(mode$mle("beta")) - logistic_mode)) < 1e-3)
check("optimize finds the mode with the Jacobian",
  abs(quietly(bernoulli$optimize(data = bernoulli_data, seed = 5, jacobian = TRUE))$mle("theta") - 0.25) < 1e-3)
laplace <- attempt("laplace runs", quietly(logistic$laplace(data = logistic_data, seed = 5, draws = 4000, refresh = 0)))
check("laplace is centred at the mode", {
  draws <- as_draws_matrix(laplace$draws("beta"))
  max(abs(colMeans(draws) - logistic_mode)) < 0.1 && all(is.finite(laplace$lp())) && all(laplace$lp_approx() <= 1e-9)
})
variational <- attempt("variational runs", quietly(suppressWarnings(logistic$variational(data = logistic_data, seed = 5, refresh = 0))))
check("variational is near the posterior", {
  draws <- as_draws_matrix(variational$draws("beta"))
  nrow(draws) == 1000 && all(abs(colMeans(draws) - logistic_mean) < 0.5 * logistic_sd)
})
path <- attempt("pathfinder runs", quietly(logistic$pathfinder(data = logistic_data, seed = 5, refresh = 0)))
check("pathfinder is near the posterior", {
  draws <- as_draws_matrix(path$draws("beta"))
  nrow(draws) == 1000 && all(abs(colMeans(draws) - logistic_mean) < 0.3 * logistic_sd)
})
check("a pathfinder's draws can be where chains start", {
  fit <- quietly(logistic$sample(data = logistic_data, seed = 5, refresh = 0, chains = 2, init = path))
  has_moments(variable_draws(fit, "beta[2]"), logistic_mean[2], logistic_sd[2])
})
quantities <- attempt("generate_quantities runs", quietly(predictive$generate_quantities(bernoulli_fit, data = bernoulli_data, seed = 7)))
check("generated quantities belong to their draws", {
  theta <- c(variable_draws(bernoulli_fit, "theta"))
  log_lik <- c(posterior::extract_variable_matrix(quantities$draws("log_lik[2]"), "log_lik[2]"))
  max(abs(log_lik - log(theta))) < 1e-4
})
check("gradients agree with finite differences", {
  gradients <- quietly(logistic$diagnose(data = logistic_data, seed = 5))$gradients()
  nrow(gradients) == 2 && max(abs(gradients$error)) < 1e-5 && max(abs(gradients$model - gradients$finite_diff)) < 1e-4
})

# What users do with a fit.
check("a fit is saved and read", {
  file <- file.path(work, "fit.rds")
  logistic_fit$save_object(file)
  identical(readRDS(file)$draws("beta"), logistic_fit$draws("beta"))
})
check("files are saved and read", {
  logistic_fit$save_output_files(dir = work, basename = "kept")
  again <- as_cmdstan_fit(logistic_fit$output_files())
  isTRUE(all.equal(again$draws("beta"), logistic_fit$draws("beta")))
})
check("metadata is read", {
  metadata <- logistic_fit$metadata()
  metadata$model_name == "logistic_model" && metadata$iter_sampling == 2000 && metadata$seed == 5 && identical(metadata$stan_variables, c("lp__", "beta"))
})
check("loo can be had", {
  fit <- quietly(predictive$sample(data = bernoulli_data, seed = 5, refresh = 0))
  loo <- suppressWarnings(fit$loo())
  abs(loo$estimates["elpd_loo", "Estimate"] - (2 * log(2 / 11) + 8 * log(8 / 11))) < 0.1
})
if (requireNamespace("bayesplot", quietly = TRUE)) {
  check("plots of draws and energies can be made", {
    pdf(file.path(work, "plots.pdf"))
    print(bayesplot::mcmc_trace(logistic_fit$draws("beta")))
    print(bayesplot::mcmc_nuts_energy(bayesplot::nuts_params(logistic_fit)))
    invisible(dev.off())
    file.size(file.path(work, "plots.pdf")) > 1000
  })
}
finish()
