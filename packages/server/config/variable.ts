import type { z } from 'zod'
import { StartError } from '../start-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Everything there is to know of one variable of the environment, but for its name, which is its key in its group. */
export type Variable = {
  /** What it is for, as the table in docs/operating/configure.md says it. */
  help: string
  /** Reads the text. Its messages go on after the name: `must be a port, not "x"`. */
  check: z.ZodType<unknown, string>
} & (
  | { default: string }
  /** What happens without it, in words; its value is null then. */
  | { unset: string }
)

export type Variables = Readonly<Record<string, Variable>>

export type Values<All extends Variables> = {
  -readonly [Name in keyof All]: All[Name] extends { default: string }
    ? z.output<All[Name]['check']>
    : z.output<All[Name]['check']> | null
}

/** What concerns several variables: the sentence for the person who started the server, or null when all is well. */
export type Rule = (given: Environment) => string | null

/** Throws one StartError with a line for everything that is wrong, so that it can be corrected in one go. */
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

/** An empty variable is the same as none: compose files and unit files pass on variables that are not set. */
function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ''))
}

/** Both or neither: the address of a service is of no use without what opens it. */
export function pair(one: string, other: string): Rule[] {
  return [needs(one, other), needs(other, one)]
}

/** The second variable is needed once the first is set. */
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
