import fc from 'fast-check'
import type { Drawn } from './requests.ts'
import { type Draw, hostileText, pick } from './values.ts'

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

/** A body that is no body of the operation: other texts, cut off, other types. */
export function brokenJson(g: Draw, drawn: Drawn): Drawn {
  const text = pick(g, [...BODIES, cut(g, drawn.text ?? '{}'), doubled(drawn.text ?? '{}')])
  const type = g(fc.nat, { max: 2 }) > 0 ? 'application/json' : pick(g, TYPES)
  return { ...drawn, headers: { ...drawn.headers, 'content-type': type }, text }
}

const cut = (g: Draw, text: string) => text.slice(0, g(fc.nat, { max: text.length }))
/** Each member twice. */
const doubled = (text: string) => text.replace(/^\{(.+)\}$/s, '{$1,$1}')

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

/** The request with headers that few clients send. */
export const brokenHeaders = (g: Draw, drawn: Drawn): Drawn => ({
  ...drawn,
  headers: { ...drawn.headers, ...pick(g, HEADERS) },
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

/** The address with a query that is odd, or parameters that come twice. */
export function brokenQuery(g: Draw, drawn: Drawn): Drawn {
  const [path = '', query = ''] = drawn.path.split('?')
  const odd = pick(g, [...QUERIES, `${query}&${query}`, query.replaceAll('=', '[]='), query.replaceAll('=', '=%25')])
  const tail = pick(g, ['', '', '', '/', '%', '%00', '/..', ';x=1'] as const)
  return { ...drawn, path: `${path}${tail}?${odd.replaceAll(/[ #]/g, (found) => encodeURIComponent(found))}` }
}

/** A form that is none, lacks its end, or has parts that are not what they should be. */
export function brokenForm(g: Draw, drawn: Drawn): Drawn {
  const parts = drawn.form?.parts ?? []
  const forms: readonly NonNullable<Drawn['form']>[] = [
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
  return { ...drawn, form: pick(g, forms) }
}
