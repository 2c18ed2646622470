// This file draws the steps of a recovery in order; each reads what the kept variables and earlier
// steps have left.
#include "recover/recover.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"

namespace autumn::recover {

using collapse::DrawBlock;
using collapse::DrawRows;

namespace {

// Starts all streams, as many as fit at a time, and calls visit(the number of the first of them).
template <typename Visit>
void for_streams(const StreamKey& key, std::span<const std::uint64_t> elements, Streams& streams,
                 Visit visit) {
  for (std::size_t first = 0; first < elements.size(); first += Streams::kMost) {
    streams.start(key, elements.subspan(first, std::min(Streams::kMost, elements.size() - first)));
    visit(first);
  }
}

std::vector<std::uint64_t> streams_of(const collapse::RecoveryStep& step,
                                      const std::vector<std::uint64_t>& first_element) {
  std::vector<std::uint64_t> streams;
  if (const auto* rows = std::get_if<DrawRows>(&step.draw)) {
    for (std::size_t r = 0; r < rows->rows; ++r) {
      streams.push_back(first_element[rows->variable] + rows->elements[r]);
    }
    return streams;
  }
  for (const collapse::Column& column : std::get<DrawBlock>(step.draw).columns) {
    streams.push_back(first_element[column.variable] + column.element);
  }
  return streams;
}

}  // namespace

PreparedRecovery prepare(collapse::Recovery recovery, std::vector<expr::Shape> shapes) {
  PreparedRecovery program{.source = std::move(recovery),
                           .steps = {},
                           .shapes = std::move(shapes),
                           .first_element = {},
                           .streams = {}};
  if (program.source.states) {
    program.to_innovations = evaluate::prepare(program.source.states->to_innovations);
  }
  for (const collapse::RecoveryStep& step : program.source.steps) {
    const auto* block = std::get_if<DrawBlock>(&step.draw);
    const bool is_by_covariance = block != nullptr && block->by_covariance;
    const collapse::GraphOfVariables& read =
        is_by_covariance ? *block->by_covariance : step.arguments;
    program.steps.push_back(evaluate::prepare(read.graph));
  }
  std::uint64_t next = 0;
  for (const expr::Shape& shape : program.shapes) {
    program.first_element.push_back(next);
    next += shape.size();
  }
  for (const collapse::RecoveryStep& step : program.source.steps) {
    program.streams.push_back(streams_of(step, program.first_element));
  }
  return program;
}

Recoverer::Recoverer(const PreparedRecovery& program) : program_(program) {
  for (const expr::Shape& shape : program.shapes) {
    values_.emplace_back(shape.size(), std::nan(""));
  }
  for (const std::vector<double>& value : values_) inputs_.emplace_back(value);
  for (const evaluate::PreparedProgram& step : program.steps) evaluators_.emplace_back(step);
  if (program.to_innovations) to_innovations_.emplace(*program.to_innovations);
  for (std::size_t k = 0; k < program.steps.size(); ++k) {
    const collapse::RecoveryStep& step = program.source.steps[k];
    step_inputs_.push_back(step.arguments.inputs_of(inputs_));
    scratch_.emplace_back();
    arguments_.emplace_back();
    if (const auto* rows = std::get_if<DrawRows>(&step.draw)) {
      arguments_.back().emplace(*rows->distribution, evaluators_[k]);
      item_.resize(
          std::max(item_.size(), rows->elements.size() / std::max<std::size_t>(rows->rows, 1)));
      continue;
    }
    const auto& block = std::get<DrawBlock>(step.draw);
    last_block_ = k;
    columns_.resize(std::max(columns_.size(), block.columns.size()));
    normals_.resize(2 * columns_.size());
    if (block.by_covariance) {
      step_inputs_.back() = block.by_covariance->inputs_of(inputs_);
      step_inputs_.back().emplace(step_inputs_.back().begin());  // the normal numbers
      continue;
    }
    scratch_.back().resize(gaussian::scratch_size(block.block->symbolic));
  }
}

void Recoverer::set_kept(std::size_t variable, std::span<const double> values) {
  const collapse::KeptElements& place = program_.source.kept[variable];
  AUTUMN_CHECK(values.size() == place.elements.size(), "a kept variable has its elements");
  std::vector<double>& whole = values_[place.variable];
  for (std::size_t k = 0; k < values.size(); ++k) whole[place.elements[k]] = values[k];
}

void Recoverer::draw(std::uint64_t seed, std::uint32_t chain, std::uint64_t iteration) {
  key_ = {.seed = seed,
          .chain = chain,
          .purpose = Purpose::kRecovery,
          .iteration = iteration,
          .element = 0};
  for (std::size_t k = 0; k < evaluators_.size(); ++k) {
    const collapse::RecoveryStep& step = program_.source.steps[k];
    const auto* block = std::get_if<DrawBlock>(&step.draw);
    if (block != nullptr && block->by_covariance) {
      draw_by_covariance(k, *block);
    } else {
      evaluators_[k].run(step_inputs_[k]);
      if (block == nullptr) draw_rows(k, std::get<DrawRows>(step.draw));
      if (block != nullptr) draw_block(k, *block);
    }
    if (block != nullptr && k == last_block_) add_differences();
  }
  if (to_innovations_) take_innovations();
}

void Recoverer::take_innovations() {
  to_innovations_->run(inputs_);
  const std::vector<std::uint32_t>& variables = program_.source.states->variables;
  for (std::size_t k = 0; k < variables.size(); ++k) {
    std::ranges::copy(to_innovations_->output(k), values_[variables[k]].begin());
  }
}

void Recoverer::add_differences() {
  for (const collapse::SummedItem& item : program_.source.sums) {
    collapse::from_sums(item, values_[item.variable]);
  }
}

void Recoverer::draw_rows(std::size_t step, const DrawRows& rows) {
  if (rows.rows == 0) return;
  const dist::Distribution& distribution = *rows.distribution;
  RowArguments& arguments = *arguments_[step];
  std::vector<double>& whole = values_[rows.variable];
  const std::size_t length = rows.elements.size() / rows.rows;
  for_streams(key_, program_.streams[step], streams_, [&](std::size_t first) {
    const std::size_t count = streams_.count();
    if (distribution.draw_many != nullptr) {
      Streams::Numbers numbers;
      distribution.draw_many(streams_, arguments.at(first, count), {numbers.data(), count});
      for (std::size_t k = 0; k < count; ++k) whole[rows.elements[first + k]] = numbers[k];
      return;
    }
    const std::span<double> item(item_.data(), length);
    for (std::size_t r = first; r < first + count; ++r) {
      Random random = streams_.stream(r - first);
      distribution.draw(random, arguments.at(r), item);
      for (std::size_t k = 0; k < length; ++k) whole[rows.elements[r + rows.rows * k]] = item[k];
    }
  });
}

void Recoverer::draw_block(std::size_t step, const DrawBlock& draw) {
  const gaussian::Block& block = draw.block->block;
  const gaussian::Inputs inputs =
      collapse::inputs_of(block, [&](std::size_t k) { return evaluators_[step].output(k); });
  const std::size_t n = draw.columns.size();
  for_streams(key_, program_.streams[step], streams_, [&](std::size_t first) {
    streams_.normals({normals_.data() + first, streams_.count()});
  });
  const std::span<double> u(columns_.data(), n);
  gaussian::draw(block, draw.block->symbolic, inputs, {normals_.data(), n}, u, scratch_[step]);
  for (std::size_t c = 0; c < n; ++c) {
    const collapse::Column& column = draw.columns[c];
    values_[column.variable][column.element] = column.is_log ? std::exp(u[c]) : u[c];
  }
}

// The first number of each stream is for the columns, the second for the noise of the rows.
void Recoverer::draw_by_covariance(std::size_t step, const DrawBlock& draw) {
  const std::size_t n = draw.columns.size();
  for_streams(key_, program_.streams[step], streams_, [&](std::size_t first) {
    for (std::size_t k = 0; k < streams_.count(); ++k) {
      Random random = streams_.stream(k);
      normals_[first + k] = random.normal();
      normals_[n + first + k] = random.normal();
    }
  });
  step_inputs_[step].front() = {normals_.data(), 2 * n};
  evaluators_[step].run(step_inputs_[step]);
  const std::span<const double> u = evaluators_[step].output(0);
  for (std::size_t c = 0; c < n; ++c) {
    values_[draw.columns[c].variable][draw.columns[c].element] = u[c];
  }
}

}  // namespace autumn::recover
