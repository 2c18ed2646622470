// Latent files have the sampled coordinates of every draw, and the gradient there: what
// `diagnostic_file` asks for.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cmdstan/session.h"
#include "engine/coordinates.h"
#include "engine/evaluated_density.h"
#include "engine/run.h"
#include "output/files/draw_writer.h"
#include "sample/chain.h"

namespace autumn::cmdstan {

class LatentFiles {
 public:
  // `prepared` outlives it, and chains are told apart by their number. An error if a file cannot be
  // written.
  [[nodiscard]] static Result<std::shared_ptr<LatentFiles>> open(
      const Session& session, const engine::Prepared& prepared, const engine::RunOptions& options,
      const std::vector<std::string>& paths);

  // Coordinates in Stan's order, momenta and gradients. Momenta are NaN: they are not kept, and
  // draws that jumped have none.
  void add(std::uint32_t chain, const sampler::Draw& draw);

  // All that was added is in the files; an error if it is not.
  [[nodiscard]] Status close();

 private:
  LatentFiles(const engine::Prepared& prepared, const engine::RunOptions& options);

  struct Chain {
    std::unique_ptr<output::DrawWriter> writer;
    std::unique_ptr<engine::EvaluatedDensity> density;
    std::vector<double> gradient;
    bool has_rows = false;
  };

  engine::Coordinates coordinates_;
  std::vector<std::string> method_columns_;
  double integration_time_ = 0.0;
  std::vector<Chain> chains_;
};

}  // namespace autumn::cmdstan
