import { type Result, success } from '@mille/api/result.ts'

/** The file in a field of a form, or in words that there is none. */
export function readFormFile(
  form: FormData | null,
  name: string
): Result<File, { detail: string }> {
  const file = form?.get(name)
  if (file instanceof File && file.size > 0) return success(file)
  return { ok: false, detail: `The form does not contain a file named ${name}.` }
}
