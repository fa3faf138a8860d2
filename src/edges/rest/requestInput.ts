import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { z } from 'zod'
import { type MalformedId, notFoundText, pathParameters } from '../../contract/ids.ts'
import type { Operation } from '../../contract/operation.ts'
import { BOUNDS } from '../../kernel/bounds.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { ID_PREFIXES, type IdKind } from '../../kernel/ids.ts'
import { parseCookies } from '../request.ts'
import { hasBody, hasJsonCharset, mediaTypeOf, parseJsonBody, readBodyBytes, readDecodedBody } from '../requestBody.ts'
import { hasZeroByte, replaceLoneSurrogates } from '../textSanitizer.ts'
import { HttpError } from './errors.ts'
import type { RequestForm } from './multipartForm.ts'

const JSON_TYPE = /^application\/json$|^[^/]+\/[^/]+\+json$/

/** What was read of a request before its body. */
interface RequestParts {
  readonly params: Readonly<Record<string, string>>
  readonly query: NodeJS.Dict<string | string[]>
  /** Null unless the operation takes a form. */
  readonly form: RequestForm | null
  /** Without a session less is read, as anybody can send it. */
  readonly isAnonymous: boolean
}

/** Parses path, query, headers, cookies and body by the schemas of an operation. Throws `invalid` with the field. */
export async function readInput(row: Operation, request: IncomingMessage, parts: RequestParts): Promise<object> {
  const input = readHead(row, request.headers, parts)
  if (parts.form && row.form) return { ...input, form: parseInput(row.form, await parts.form.read()) }
  // A body that the operation ignores must be valid JSON within the size limit, too.
  const body = row.method === 'get' ? {} : await readBody(request, parts.isAnonymous)
  return { ...input, ...(row.body && { body: parseInput(row.body, body) }) }
}

/** Parses path, query, headers and cookies by the schemas of an operation. Throws `invalid` with the field. */
const readHead = (row: Operation, headers: IncomingHttpHeaders, { params, query }: RequestParts): object => ({
  ...readPath(row, params),
  ...(row.query && { query: parseInput(row.query, firstValues(query), 'anyId') }),
  ...(row.headers && { headers: parseInput(row.headers, headers) }),
  ...(row.cookies && { cookies: parseInput(row.cookies, Object.fromEntries(parseCookies(headers.cookie))) }),
})

function readPath(row: Operation, params: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, readParameter(row, name, text)]))
}

/** Throws `missing` for a malformed parameter: a malformed id can't name anything. */
function readParameter(row: Operation, name: string, text: string): unknown {
  if (!isParameter(name)) throw new Error(`path parameter ${name} is not declared in contract/ids.ts`)
  const { schema, missing } = pathParameters[name]
  const parsed = schema.safeParse(text)
  if (!parsed.success) throw new Failure('missing', row.missing?.[name] ?? missing(text), { reason: 'not_found' })
  return parsed.data
}

const isParameter = (name: string): name is keyof typeof pathParameters => Object.hasOwn(pathParameters, name)

const firstValues = (query: NodeJS.Dict<string | string[]>) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]))

/** A missing body is read as `{}`, because many clients send none when all fields are optional. */
async function readBody(request: IncomingMessage, isAnonymous: boolean): Promise<unknown> {
  const { 'content-type': type } = request.headers
  if (!hasBody(request)) return {}
  if (type === undefined && (await isEmpty(request))) return {}
  if (!JSON_TYPE.test(mediaTypeOf(type))) throw new HttpError(415, 'The body must be JSON')
  if (!hasJsonCharset(type)) throw new HttpError(415, 'The charset of the body must be UTF-8')
  const bytes = await readDecodedBody(request, (isAnonymous ? BOUNDS.anonymousBodyBytes : BOUNDS.bodyBytes).most)
  if (!bytes) throw new HttpError(413, 'The body is too large')
  return bytes.length === 0 ? {} : parseJsonBody(bytes)
}

/** Whether a chunked body is empty, which only shows at its end. */
const isEmpty = (request: IncomingMessage) =>
  readBodyBytes(request, BOUNDS.anonymousBodyBytes.most).then(
    (bytes) => bytes?.length === 0,
    () => false,
  )

/** `notFound`: which malformed ids name what is not found, where the others are refused with their field. */
function parseInput(schema: z.ZodType, value: unknown, notFound: 'anyId' | 'subjectId' = 'subjectId'): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return assertStorable(parsed.data)
  const [issue] = parsed.error.issues
  const malformed = issue && malformedIdOf(issue)
  if (malformed && (malformed.isSubject || notFound === 'anyId'))
    throw new Failure('missing', notFoundText(malformed.idKind, valueAt(value, issue.path)), { reason: 'not_found' })
  const field = issue?.path.join('.') || 'body'
  const message = issue?.message ?? 'not accepted'
  throw invalid(field, mentionsField(message, field) ? message : `${field}: ${message}`, 'malformed')
}

/** What an issue tells of a malformed id, also of one among other values that a field can have. */
function malformedIdOf(issue: z.core.$ZodIssue): MalformedId | undefined {
  if (issue.code === 'invalid_union') return issue.errors.flat().map(malformedIdOf).find(Boolean)
  if (issue.code !== 'custom') return undefined
  const { idKind, isSubject } = issue.params ?? {}
  return isIdKind(idKind) ? { idKind, isSubject: isSubject === true } : undefined
}

const isIdKind = (kind: unknown): kind is IdKind => typeof kind === 'string' && Object.hasOwn(ID_PREFIXES, kind)

/** The text at a path of an input. */
const valueAt = (value: unknown, path: readonly PropertyKey[]): string =>
  String(path.reduce<unknown>((part, key) => Object(part)[key], value))

/** Whether a message begins with the field, or with the object that contains it. */
const mentionsField = (message: string, field: string) => {
  const [first = ''] = field.split('.')
  return message.startsWith(first) && !/^\w/.test(message.slice(first.length))
}

/**
 * Refuses zero bytes, which PostgreSQL can't store in text, and replaces lone surrogates by U+FFFD, as encoding in UTF-8
 * would.
 */
function assertStorable(data: unknown): unknown {
  const field = Object.entries(data ?? {}).find(([, value]) => hasZeroByte(value))?.[0]
  if (field !== undefined) throw invalid(field, `${field}: text must not contain a zero byte`, 'zero_byte')
  replaceLoneSurrogates(data)
  return data
}
