import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { HttpMethodEnum, koaBody } from 'koa-body'
import type { z } from 'zod'
import { pathParameters } from '../../contract/ids.ts'
import type { Operation } from '../../contract/operation.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { readBytes } from '../bytes.ts'
import { readCookies } from '../cookies.ts'
import { holdsZero, mendHalves } from '../levels.ts'
import { Turned } from './failure.ts'
import { readForm } from './form.ts'

const BODY_LIMIT = 1024 * 1024

/** The second stands for every type that is JSON with a meaning of its own. */
const JSON_TYPES = ['json', '+json']

const parseJson = koaBody({
  json: true,
  jsonTypes: JSON_TYPES,
  jsonLimit: BODY_LIMIT,
  text: false,
  urlencoded: false,
  multipart: false,
  parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.DELETE],
  onError: (error) => {
    throw unreadable('status' in error ? error.status : undefined)
  },
})

function unreadable(status: unknown): Error {
  if (status === 413) return new Turned(413, 'The body is too large')
  if (status === 415) return new Turned(415, 'The body must be plain, or compressed by gzip, deflate or br')
  return invalid('body', 'The body is not valid JSON')
}

/** Reads what an operation's row asks for: path, query, headers, cookies, body. Throws the refusal that names the field. */
export async function readInput(
  row: Operation,
  ctx: Context,
  params: Readonly<Record<string, string>>,
): Promise<object> {
  const read = {
    ...readPath(params),
    ...(row.query && { query: parse(row.query, firstOfEach(ctx.query)) }),
    ...(row.headers && { headers: parse(row.headers, ctx.headers) }),
    ...(row.cookies && { cookies: parse(row.cookies, readCookies(ctx.headers.cookie)) }),
  }
  if (row.form) return { ...read, form: parse(row.form, await readForm(ctx)) }
  // Also one that no field is read from has to be JSON, and no larger than any.
  const body = row.method === 'get' ? {} : await readBody(ctx)
  return { ...read, ...(row.body && { body: parse(row.body, body) }) }
}

function readPath(params: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, readParameter(name, text)]))
}

/** What has not the form of an id names nothing: missing, not bad input. */
function readParameter(name: string, text: string): unknown {
  if (!isParameter(name)) throw new Error(`no parameter ${name} is declared`)
  const { schema, missing } = pathParameters[name]
  const parsed = schema.safeParse(text)
  if (!parsed.success) throw new Failure('missing', missing(text))
  return parsed.data
}

const isParameter = (name: string): name is keyof typeof pathParameters => Object.hasOwn(pathParameters, name)

const firstOfEach = (query: NodeJS.Dict<string | string[]>) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]))

/** Whether a request says that something follows its headers. */
export const hasBody = ({ headers }: Context): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** No body at all is `{}`: many clients send none where no field is needed. */
async function readBody(ctx: Context): Promise<unknown> {
  const { headers } = ctx
  if (!hasBody(ctx)) return {}
  if (headers['content-type'] === undefined && (await isEmpty(ctx.req))) return {}
  if (!ctx.is(JSON_TYPES)) throw new Turned(415, 'The body must be JSON')
  await parseJson(ctx, async () => {})
  return ctx.request.body ?? {}
}

/** One that comes in chunks turns out to be empty only at its end. */
const isEmpty = (request: IncomingMessage) =>
  readBytes(request, BODY_LIMIT).then(
    (bytes) => bytes?.length === 0,
    () => false,
  )

function parse(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return storable(parsed.data)
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') || 'body'
  const said = issue?.message ?? 'not accepted'
  throw invalid(field, names(said, field) ? said : `${field}: ${said}`)
}

/** The messages of the contract begin with the field, or with one that holds it. */
const names = (said: string, field: string) => {
  const [first = ''] = field.split('.')
  return said.startsWith(first) && !/^\w/.test(said.slice(first.length))
}

/**
 * PostgreSQL has no place for a zero byte in text, so no field that is read may bring one in. Half a pair of surrogates
 * is written as what stands for it in UTF-8, wherever it goes.
 */
function storable(data: unknown): unknown {
  const field = Object.entries(data ?? {}).find(([, value]) => holdsZero(value))?.[0]
  if (field !== undefined) throw invalid(field, `${field}: text must not contain a zero byte`)
  mendHalves(data)
  return data
}
