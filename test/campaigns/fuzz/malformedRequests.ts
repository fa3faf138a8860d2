import fc from 'fast-check'
import type { GeneratedRequest } from './restRequests.ts'
import { type Generator, hostileText, pick } from './values.ts'

export interface FormPart {
  readonly name: string
  readonly content: string | Buffer
  readonly fileName?: string
  readonly type?: string
}

const BODIES = [
  '',
  ' ',
  '{',
  '[',
  ']',
  'null',
  'true',
  '5',
  '"text"',
  '[]',
  '[{}]',
  '{}',
  '{"a":1,}',
  "{'a':1}",
  '{"a":NaN}',
  '{"a":01}',
  '{"a":"\t"}',
  '{"\\u0000":1}',
  '{"a":"\\ud800"}',
  '\ufeff{}',
  '\0',
  '{"__proto__":{"admin":true},"constructor":1,"toString":null}',
  '['.repeat(20_000),
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  `{"a":"${'x'.repeat(1_100_000)}"}`,
] as const

const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/merge-patch+json',
  'application/json,text/plain',
  '',
  '/',
] as const

/** Replaces the body by malformed or truncated JSON, or declares another content type. */
export function malformedJson(g: Generator, generated: GeneratedRequest): GeneratedRequest {
  const text = pick(g, [...BODIES, truncated(g, generated.text ?? '{}'), withRepeatedMembers(generated.text ?? '{}')])
  const type = g(fc.nat, { max: 2 }) > 0 ? 'application/json' : pick(g, TYPES)
  return { ...generated, headers: { ...generated.headers, 'content-type': type }, text }
}

const truncated = (g: Generator, text: string) => text.slice(0, g(fc.nat, { max: text.length }))
/** Repeats each member of a JSON object. */
const withRepeatedMembers = (text: string) => text.replace(/^\{(.+)\}$/s, '{$1,$1}')

const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { accept: 'image/webp;q=x,,;' },
  { accept: 'text/html' },
  { accept: '' },
  { 'accept-encoding': 'gzip;q=2, identity;q=0, *;q=0' },
  { 'accept-language': '*;'.repeat(500) },
  { range: 'bytes=5-1,-0,abc' },
  { range: `bytes=${'0-0,'.repeat(100)}9-` },
  { 'if-none-match': '"'.repeat(50) },
  { 'if-modified-since': 'never' },
  { 'x-forwarded-for': "::ffff:1.2.3.4%25eth0, '; DROP" },
  { 'x-forwarded-for': '' },
  { 'x-request-id': 'x'.repeat(5_000) },
  { 'user-agent': '' },
  { 'user-agent': 'x'.repeat(6_000) },
  { authorization: 'Basic' },
  { authorization: 'Basic !!!!' },
  { authorization: `Basic ${Buffer.from('%zz:%').toString('base64')}` },
  { authorization: `Basic ${Buffer.from('a\0b:c\0').toString('base64')}` },
  { authorization: 'Bearer x' },
  { cookie: 'auth=; auth==; =; ;;; auth' },
  { cookie: 'auth=authcookie_%zz; twoFactorAuth=a.b.c' },
  { cookie: `auth=${'x'.repeat(4_000)}` },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'nonsense' },
  { origin: 'http://evil.test' },
  { origin: 'null' },
  { expect: 'nonsense' },
  { 'x-http-method-override': 'DELETE' },
  { upgrade: 'h2c', connection: 'Upgrade, HTTP2-Settings' },
]

/** Adds unusual or malformed headers. */
export const malformedHeaders = (g: Generator, generated: GeneratedRequest): GeneratedRequest => ({
  ...generated,
  headers: { ...generated.headers, ...pick(g, HEADERS) },
})

const QUERIES = [
  '&',
  '?',
  '=',
  '&&&=1&',
  'n=1&n=2&n=x',
  'n[]=1',
  'n[a]=1',
  'n=%',
  'n=%zz',
  'n=%00',
  'n=%C0%AF',
  'offset=-1&n=0',
  'n=1e2',
  'n=+5',
  'n= 5',
  'offset=99999999999999999999',
  '__proto__[x]=1&constructor=1',
  '#x',
  `n=1${'&a=1'.repeat(1_200)}`,
] as const

/** Replaces the query by a malformed one or repeated parameters. */
export function malformedQuery(g: Generator, generated: GeneratedRequest): GeneratedRequest {
  const [path = '', query = ''] = generated.path.split('?')
  const odd = pick(g, [...QUERIES, `${query}&${query}`, query.replaceAll('=', '[]='), query.replaceAll('=', '=%25')])
  const tail = pick(g, ['', '', '', '/', '%', '%00', '/..', ';x=1'] as const)
  return { ...generated, path: `${path}${tail}?${odd.replaceAll(/[ #]/g, (found) => encodeURIComponent(found))}` }
}

/** Replaces the form by a malformed, unterminated or wrongly typed one, or one with wrong parts. */
export function malformedForm(g: Generator, generated: GeneratedRequest): GeneratedRequest {
  const parts = generated.form?.parts ?? []
  const forms: readonly NonNullable<GeneratedRequest['form']>[] = [
    { parts: [] },
    { parts: parts.slice(1) },
    { parts: [...parts, ...parts] },
    { parts: parts.map((part) => ({ name: part.name, content: hostileText(g) })) },
    { parts: parts.map((part) => ({ ...part, fileName: hostileText(g), type: hostileText(g) })) },
    { parts: parts.map((part) => ({ ...part, name: hostileText(g) })) },
    { parts: parts.map((part) => ({ ...part, content: '' })) },
    { parts: parts.map((part) => ({ ...part, content: part.content.slice(0, part.content.length / 2) })) },
    { parts: Array.from({ length: 40 }, (_, at) => ({ name: `x${at}`, content: 'y' })) },
    { parts: Array.from({ length: 6 }, (_, at) => ({ name: `f${at}`, content: 'y', fileName: 'z' })) },
    { parts, end: '' },
    { parts, end: '--' },
    { parts, type: 'multipart/form-data' },
    { parts, type: 'multipart/form-data; boundary=other' },
    { parts, type: 'multipart/mixed; boundary=x' },
    { parts, type: 'application/json' },
    { parts, type: `multipart/form-data; boundary=${'b'.repeat(300)}` },
  ]
  return { ...generated, form: pick(g, forms) }
}
