import { answerFailure } from '@mille/api/answer-failure.ts'
import type { CallFailure } from '@mille/api/client.ts'

/** A problem that belongs to no field. The interface has texts for known codes, and shows `detail` for others. */
export type Problem = { code: string; detail: string }

/** The problems of a form: those of fields, by name, and general ones. */
export type Problems = { fields: Readonly<Record<string, string>>; general: readonly Problem[] }

export const noProblems: Problems = { fields: {}, general: [] }

/**
 * Sorts a failed call's errors by their JSON:API pointers: `/data/attributes/creative_link` is the field
 * `creative_link`. Fields of an attribute that is itself an object are those of `within`.
 */
export function problemsOf(failure: CallFailure, within?: string): Problems {
  const fields: Record<string, string> = {}
  const general: Problem[] = []
  for (const error of failure.errors) {
    const field = fieldOf(error.source?.pointer, within)
    if (field === null) general.push({ code: error.code, detail: error.detail || error.title })
    else fields[field] ??= withoutName(error.detail || error.title, field, within)
  }
  if (failure.errors.length === 0) general.push({ code: failure.code, detail: '' })
  return { fields, general }
}

/**
 * Returns the problem of a failed upload: the code `tooLarge` if the file is too large, else the server's own error.
 */
export function uploadProblem(failure: CallFailure, tooLarge: string): Problem {
  let problem = firstProblem(failure)
  answerFailure(failure, {
    onTooLarge: () => {
      problem = { code: tooLarge, detail: '' }
    },
    onInvalid: ({ errors: [error] }) => {
      if (error) problem = { code: error.code, detail: error.detail || error.title }
    },
    onError: () => undefined
  })
  return problem
}

/** Returns the first error of a failed call. */
export function firstProblem(failure: CallFailure): Problem {
  const error = failure.errors[0]
  return { code: failure.code, detail: error?.detail || error?.title || '' }
}

export function hasProblems({ fields, general }: Problems): boolean {
  return general.length > 0 || Object.keys(fields).length > 0
}

/** Removes the problems of fields that were just changed, since they may be solved. */
export function withoutFields(problems: Problems, names: readonly string[]): Problems {
  const fields = Object.entries(problems.fields).filter(([name]) => !names.includes(name))
  return { fields: Object.fromEntries(fields), general: problems.general }
}

/** Removes the API's field name from an error such as `creative_link must not be empty.`; forms have better labels. */
function withoutName(detail: string, field: string, within?: string): string {
  return detail.startsWith(within ?? field) ? detail.slice(detail.indexOf(' ') + 1) : detail
}

function fieldOf(pointer: string | undefined, within?: string): string | null {
  const [, field, inner] = /^\/data\/attributes\/(\w+)(?:\/(\w+))?/.exec(pointer ?? '') ?? []
  return (field === within && inner) || (field ?? null)
}
