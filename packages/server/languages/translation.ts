/** What a translation must have: every text of the English file, with functions of the same parameters. */
export type Translation<English> = {
  [Key in keyof English]: English[Key] extends (...parameters: infer Parameters) => infer Result
    ? (...parameters: Parameters) => Widened<Result>
    : English[Key] extends string
      ? string
      : Translation<English[Key]>
}

type Widened<Result> = Result extends string
  ? string
  : { [Key in keyof Result]: Widened<Result[Key]> }
