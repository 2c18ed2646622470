# REML estimates of lme4 for one model, as lines of names and numbers: Rscript lme4.R DATA.csv FORMULA
suppressPackageStartupMessages(library(lme4))
arguments <- commandArgs(trailingOnly = TRUE)
d <- read.csv(arguments[1])
for (name in setdiff(names(d), c("x", "y"))) d[[name]] <- factor(d[[name]])
formula <- as.formula(arguments[2])
control <- lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-10, maxfun = 1e5))
fit <- lmer(formula, d, REML = TRUE, control = control)
say <- function(name, value) cat(name, sprintf("%.17g", value), "\n")
say("log_likelihood", as.numeric(logLik(fit)))
say("sigma", sigma(fit))
terms <- as.data.frame(VarCorr(fit))
for (k in seq_len(nrow(terms))) {
  if (terms$grp[k] == "Residual") next
  kind <- if (is.na(terms$var2[k])) "sd" else "correlation"
  say(paste(kind, gsub("[:. ]", "_", terms$grp[k]), terms$var1[k], sep = "."), terms$sdcor[k])
}
deviance_of <- lmer(formula, d, REML = TRUE, devFunOnly = TRUE)
theta <- getME(fit, "theta")
repeats <- 2000
best <- Inf
for (round in 1:5) best <- min(best, system.time(for (i in 1:repeats) deviance_of(theta))[["elapsed"]] / repeats)
say("seconds_per_evaluation", best)
say("dimension", length(theta))
cat("version", as.character(packageVersion("lme4")), "\n")
