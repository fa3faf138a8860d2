import type { Context } from 'koa'
import { koaBody } from 'koa-body'
import { lookUp } from '../../kernel/maps.ts'
import { HttpError } from '../rest/errors.ts'

const TYPE = 'application/x-www-form-urlencoded'
const TOO_LARGE = 413

/**
 * Makes a function that reads the form of a page, of at most `limit` bytes. It returns what finds the value of a field, or
 * null, and throws 413 and 415.
 */
export function formReader(limit: number) {
  const parse = koaBody({ json: false, text: false, formLimit: limit, onError })
  return async (ctx: Context): Promise<(field: string) => string | null> => {
    if (ctx.is(TYPE) === false) throw new HttpError(415, `The content type must be ${TYPE}`)
    await parse(ctx, async () => {})
    const fields: Readonly<Record<string, unknown>> = Object(ctx.request.body)
    return (field) => {
      const value = lookUp(fields, field)
      return typeof value === 'string' ? value : null
    }
  }
}

function onError(error: Error): never {
  throw 'status' in error && error.status === TOO_LARGE ? new HttpError(TOO_LARGE, 'The form is too large') : error
}
