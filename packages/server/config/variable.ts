import type { z } from 'zod'
import { StartError } from '../start-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The declaration of one environment variable. Its name is its key in its group. */
export type Variable = {
  /** Purpose of the variable, as printed in the table in docs/operating/configure.md. */
  help: string
  /** Parses the text. Its error messages continue after the variable's name: `must be a port, not "x"`. */
  check: z.ZodType<unknown, string>
} & (
  | { default: string }
  /** What happens without the variable, in words; its value is then null. */
  | { unset: string }
)

export type Variables = Readonly<Record<string, Variable>>

export type Values<All extends Variables> = {
  -readonly [Name in keyof All]: All[Name] extends { default: string }
    ? z.output<All[Name]['check']>
    : z.output<All[Name]['check']> | null
}

/** A check of several variables together: returns an error message for the person who starts the server, or null. */
export type Rule = (given: Environment) => string | null

/** Reads the variables; throws one StartError with a line for each problem, so that all can be fixed at once. */
export function readVariables<const All extends Variables>(
  variables: All,
  environment: Environment,
  rules: readonly Rule[] = []
): Values<All> {
  const given = withoutEmpty(environment)
  const problems: string[] = []
  const values = Object.entries(variables).map(([name, variable]) => {
    const text = given[name] ?? ('default' in variable ? variable.default : null)
    if (text === null) return [name, null]
    const result = variable.check.safeParse(text)
    if (!result.success)
      problems.push(...result.error.issues.map(({ message }) => `${name} ${message}`))
    return [name, result.data]
  })
  problems.push(...rules.map(rule => rule(given)).filter(it => it !== null))
  if (problems.length > 0) throw new StartError(problems.join('\n'))
  return Object.fromEntries(values) as Values<All>
}

/** Drops empty variables: compose files and unit files pass on variables that are not set as empty ones. */
function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ''))
}

/** Requires both variables or neither: a service's URL is of no use without its password or token. */
export function pair(one: string, other: string): Rule[] {
  return [needs(one, other), needs(other, one)]
}

/** Requires the second variable if the first is set. */
export function needs(name: string, other: string): Rule {
  return given =>
    given[name] === undefined || given[other] !== undefined
      ? null
      : `${name} is set, so ${other} is required too`
}

export function neededInProduction(name: string, what: string): Rule {
  return given =>
    isProduction(given) && given[name] === undefined
      ? `${name} is required in production: ${what}`
      : null
}

export function isProduction(environment: Environment): boolean {
  return environment.NODE_ENV === 'production'
}
