/** JSON:API 1.1 documents, limited to what the product uses. */

export type ApiError = {
  status: string
  code: string
  title: string
  detail: string
  /** `pointer` refers into the request's document; `parameter` is the name of a query or path parameter. */
  source?: { pointer?: string; parameter?: string }
}

export type ErrorDocument = { errors: ApiError[] }
