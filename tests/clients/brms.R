# Tests a directory shaped like CmdStan through brms: a model with correlated group effects, from a formula to predictions, with the wall time.
#
# usage: CMDSTAN=DIRECTORY Rscript tests/clients/brms.R HERE WORK_DIR

arguments <- commandArgs(trailingOnly = TRUE)
here <- arguments[[1]]
work <- arguments[[2]]
source(file.path(here, "checks.R"))
suppressMessages(library(cmdstanr))
suppressMessages(library(brms))
suppressWarnings(set_cmdstan_path(Sys.getenv("CMDSTAN")))
options(brms.backend = "cmdstanr", mc.cores = 2)

# Twelve groups of ten, with effects of known size.
set.seed(20)
groups <- 12
frame <- data.frame(g = rep(seq_len(groups), each = 10), x = rnorm(10 * groups))
effects <- cbind(rnorm(groups, 0, 0.8), rnorm(groups, 0, 0.4))
frame$y <- 1.5 + effects[frame$g, 1] + (0.7 + effects[frame$g, 2]) * frame$x + rnorm(nrow(frame), 0, 0.5)

start <- Sys.time()
fit <- attempt("a model with correlated group effects is fitted", {
  output <- capture.output(value <- suppressMessages(
    brm(y ~ x + (x | g), data = frame, backend = "cmdstanr", chains = 4, seed = 5, refresh = 0, silent = 2)))
  value
})
cat("brm(y ~ x + (x | g)), from the formula to the fit:", format(as.numeric(Sys.time() - start, units = "secs")), "s\n")

if (!is.null(fit)) {
  reference <- if (requireNamespace("lme4", quietly = TRUE)) lme4::lmer(y ~ x + (x | g), data = frame, REML = TRUE) else NULL
  check("the population effects are those of lme4", {
    table <- fixef(fit)
    expected <- if (is.null(reference)) c(1.5, 0.7) else lme4::fixef(reference)
    tolerance <- if (is.null(reference)) 3 * table[, "Est.Error"] else 0.25 * table[, "Est.Error"]
    all(abs(table[, "Estimate"] - expected) < tolerance)
  })
  check("the residual standard deviation is found", abs(summary(fit)$spec_pars["sigma", "Estimate"] - 0.5) < 0.1)
  check("chains agree", all(rhat(fit)[!is.na(rhat(fit))] < 1.05))
  check("group effects have their place", all(dim(ranef(fit)$g) == c(groups, 4, 2)))
  check("group effects are near those that were put in", cor(ranef(fit)$g[, "Estimate", "Intercept"], effects[, 1]) > 0.9)
  check("there is a summary", any(grepl("Multilevel Hyperparameters|Group-Level Effects", capture.output(print(fit)))))
  check("divergences are counted", is.numeric(nuts_params(fit)$Value))
  check("predictions can be drawn", all(dim(posterior_predict(fit, ndraws = 50)) == c(50, nrow(frame))))
  check("expectations follow the data", cor(colMeans(posterior_epred(fit, ndraws = 200)), frame$y) > 0.8)
  check("loo can be had", is.finite(suppressWarnings(loo(fit))$estimates["elpd_loo", "Estimate"]))
  check("an update fits again without compiling", {
    output <- capture.output(again <- suppressMessages(update(fit, chains = 2, seed = 6, refresh = 0, silent = 2, recompile = FALSE)))
    max(abs(fixef(again)[, "Estimate"] - fixef(fit)[, "Estimate"])) < 0.1
  })
}
check("a count model is fitted", {
  set.seed(21)
  counts <- data.frame(x = rnorm(80))
  counts$n <- rpois(80, exp(0.5 + 0.8 * counts$x))
  output <- capture.output(poisson_fit <- suppressMessages(
    brm(n ~ x, family = poisson(), data = counts, backend = "cmdstanr", chains = 2, seed = 5, refresh = 0, silent = 2)))
  maximum <- coef(glm(n ~ x, family = poisson(), data = counts))
  all(abs(fixef(poisson_fit)[, "Estimate"] - maximum) < 0.5 * fixef(poisson_fit)[, "Est.Error"])
})
finish()
