/** JSON:API 1.1 documents, as far as the product uses them. */

export type ApiError = {
  status: string
  code: string
  title: string
  detail: string
  /** `pointer` into the request's document, or the name of the query or path `parameter`. */
  source?: { pointer?: string; parameter?: string }
}

export type ErrorDocument = { errors: ApiError[] }
