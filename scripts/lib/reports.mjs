// @ts-check

/** @typedef {{ passed: number, failed: number, failures: string[] }} Counts */
/** @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestTest */
/** @typedef {{ name?: string, message?: string, status: string, assertionResults: VitestTest[] }} VitestFile */
/** @typedef {{ message?: string }} PlaywrightError */
/** @typedef {{ title: string, ok: boolean, file: string, line: number, tests: { results: { errors?: PlaywrightError[] }[] }[] }} PlaywrightSpec */
/** @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite */

const linesOfMessage = 12

/**
 * Counts the tests of a Vitest report. Skipped tests count as failed, because a test that could not run proves nothing.
 * @param {{ numTotalTests: number, numPassedTests: number, testResults: VitestFile[] }} report
 * @returns {Counts}
 */
export function readVitestReport(report) {
  // A file that fails to load has no test that could fail.
  const broken = report.testResults.filter(
    file => file.status === 'failed' && file.assertionResults.length === 0
  )
  const failed = failedTests(report)
  return {
    passed: report.numPassedTests,
    failed: report.numTotalTests - report.numPassedTests + broken.length,
    failures: [...failed, ...broken.map(file => describe(`${file.name}`, [file.message ?? '']))]
  }
}

/**
 * @param {{ stats: { expected: number, unexpected: number, skipped: number }, errors: PlaywrightError[], suites?: PlaywrightSuite[] }} report
 * @returns {Counts}
 */
export function readPlaywrightReport({ stats, errors, suites = [] }) {
  const specs = suites.flatMap(specsOf)
  const failed = specs.filter(spec => !spec.ok).map(describeSpec)
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.skipped + errors.length,
    failures: [...failed, ...messagesOf(errors).map(message => describe('Playwright', [message]))]
  }
}

/** @param {{ testResults: VitestFile[] }} report */
function failedTests(report) {
  return report.testResults.flatMap(file =>
    file.assertionResults
      .filter(test => test.status !== 'passed')
      .map(test => describe(`${file.name} › ${test.fullName}`, test.failureMessages))
  )
}

/** @param {PlaywrightSpec} spec */
function describeSpec({ file, line, title, tests }) {
  const found = tests.flatMap(test => test.results.flatMap(it => it.errors ?? []))
  return describe(`${file}:${line} › ${title}`, messagesOf(found))
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {PlaywrightSpec[]}
 */
function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
}

/** @param {PlaywrightError[]} errors */
function messagesOf(errors) {
  return errors.map(error => error.message ?? '')
}

/**
 * @param {string} name
 * @param {string[]} [messages]
 */
function describe(name, messages = []) {
  const lines = messages.join('\n').split('\n').slice(0, linesOfMessage)
  return [name, ...lines.filter(line => line.trim() !== '').map(line => `    ${line}`)].join('\n')
}
