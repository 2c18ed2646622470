// This file lists variables, functions and included files of a program.
#include "cmdstan/program_info.h"

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <set>

#include "stan/syntax/walk.h"
#include "stan/types/signature.h"

namespace autumn::cmdstan {
namespace {

using Writer = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

void write_name(Writer& writer, std::string_view text) {
  writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

void write_type(Writer& writer, const stan::Type& type) {
  writer.StartObject();
  writer.Key("type");
  if (type.is_tuple()) {
    writer.StartArray();
    for (const stan::Type& part : type.parts) write_type(writer, part);
    writer.EndArray();
  } else {
    writer.String(type.base == stan::Base::kInt ? "int" : type.is_complex() ? "complex" : "real");
  }
  writer.Key("dimensions");
  writer.Uint64(type.rank());
  writer.EndObject();
}

void write_block(Writer& writer, const char* name, const stan::Statements& block) {
  writer.Key(name);
  writer.StartObject();
  for (const stan::Statement& statement : block) {
    const auto* declared = std::get_if<stan::Declaration>(&statement.node);
    if (declared == nullptr) continue;
    writer.Key(declared->name.c_str());
    write_type(writer, declared->type.type());
  }
  writer.EndObject();
}

std::string keyword_of(stan::Report kind) {
  switch (kind) {
    case stan::Report::kPrint: return "print";
    case stan::Report::kReject: return "reject";
    case stan::Report::kFatalError: return "fatal_error";
  }
  return "";
}

// Functions of the language, and among them distributions with their endings.
struct Calls {
  std::set<std::string> functions;
  std::set<std::string> distributions;

  void add(const stan::Expr& expr) {
    const auto* call = std::get_if<stan::Call>(&expr.node);
    if (call == nullptr || call->user_function >= 0) return;
    (call->has_bar ? distributions : functions).insert(call->name);
  }

  void add(const stan::Statement& statement) {
    if (const auto* tilde = std::get_if<stan::Tilde>(&statement.node)) {
      if (tilde->user_function >= 0) return;
      const bool is_mass = !stan::lookup(tilde->distribution + "_lpmf").empty();
      distributions.insert(tilde->distribution + (is_mass ? "_lupmf" : "_lupdf"));
    } else if (const auto* report = std::get_if<stan::ReportStatement>(&statement.node)) {
      functions.insert(keyword_of(report->kind));
    }
  }
};

Calls calls_of(const stan::Program& program) {
  Calls calls;
  const auto look = [&](const stan::Statements& block) {
    stan::each_statement(block, [&](const stan::Statement& s) {
      calls.add(s);
      stan::each_expression(s, [&](const stan::Expr& whole) {
        stan::each_inside(whole, [&](const stan::Expr& e) { calls.add(e); });
      });
    });
  };
  for (const stan::Function& function : program.functions) look(function.body);
  for (const stan::Statements* block :
       {&program.data, &program.transformed_data, &program.parameters,
        &program.transformed_parameters, &program.model, &program.generated_quantities}) {
    look(*block);
  }
  return calls;
}

template <typename Names>
void write_list(Writer& writer, const char* name, const Names& names) {
  writer.Key(name);
  writer.StartArray();
  for (const std::string& each : names) write_name(writer, each);
  writer.EndArray();
}

}  // namespace

std::string program_info(const stan::Program& program, const stan::Sources& sources) {
  rapidjson::StringBuffer buffer;
  Writer writer(buffer);
  writer.SetIndent(' ', 2);
  writer.StartObject();
  write_block(writer, "inputs", program.data);
  write_block(writer, "parameters", program.parameters);
  write_block(writer, "transformed parameters", program.transformed_parameters);
  write_block(writer, "generated quantities", program.generated_quantities);
  const Calls calls = calls_of(program);
  write_list(writer, "functions", calls.functions);
  write_list(writer, "distributions", calls.distributions);
  std::vector<std::string> included;
  for (std::size_t k = 1; k < sources.size(); ++k) included.push_back(sources.file(k).name);
  write_list(writer, "included_files", included);
  writer.EndObject();
  return {buffer.GetString(), buffer.GetSize()};
}

}  // namespace autumn::cmdstan
