import fc from 'fast-check'
import { chance, type Generator, hostileText, pick } from '../values.ts'
import type { HostileBody } from './bodies.ts'

interface Part {
  readonly headers: readonly string[]
  readonly content: Buffer | string
}

const BOUNDARY = 'plaza-boundary'

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const textPart = (name: string, content: string): Part => ({
  headers: [`Content-Disposition: form-data; name="${name}"`],
  content,
})
const filePart = (name: string, content: Buffer): Part => ({
  headers: [`Content-Disposition: form-data; name="${name}"; filename="blob"`, 'Content-Type: image/png'],
  content,
})

/** A form that every upload of a picture takes. */
const PARTS: readonly Part[] = [
  textPart('tag', 'gallery'),
  textPart('note', 'a note'),
  textPart('timestamp', '2026-01-01T00:00:00Z'),
  filePart('file', PIXEL),
  filePart('image', PIXEL),
]

interface FormOptions {
  readonly boundary?: string
  readonly end?: string
  readonly separator?: string
}

function formBody(
  parts: readonly Part[],
  { boundary = BOUNDARY, end = `--${boundary}--\r\n`, separator = '\r\n' }: FormOptions = {},
): Buffer {
  const pieces = parts.flatMap(({ headers, content }) => [
    Buffer.from(`--${boundary}${separator}${headers.join(separator)}${separator}${separator}`, 'latin1'),
    Buffer.from(content),
    Buffer.from(separator),
  ])
  return Buffer.concat([...pieces, Buffer.from(end)])
}

const form = (body: Buffer, type = `multipart/form-data; boundary=${BOUNDARY}`): HostileBody => ({
  headers: [['Content-Type', type]],
  body,
})

const withHeader = (g: Generator, ...headers: string[]): Part[] => {
  const chosen = pick(g, PARTS)
  return PARTS.map((part) => (part === chosen ? { ...part, headers: [...part.headers, ...headers] } : part))
}

const ENCODINGS = [
  '8bit',
  '7bit',
  'binary',
  'base64',
  'quoted-printable',
  'BASE64',
  'x-uuencode',
  'nonsense',
  '',
  '__proto__',
]
const PART_TYPES = [
  'text/plain; charset=utf-16',
  'text/plain; charset=nonsense',
  'text/plain; charset=iso-8859-1',
  'text/plain; charset=',
  'multipart/mixed; boundary=inner',
  'multipart/mixed',
  'image/svg+xml',
  'application/json',
  '/',
  '',
  'constructor',
]

/** Adds headers to a part of a form, or malforms those that it has. */
export function hostilePartHeaders(g: Generator): HostileBody {
  const name = pick(g, [
    'file',
    'image',
    'tag',
    '__proto__',
    'constructor',
    '',
    'x'.repeat(5_000),
    'a"b',
    'a\\"b',
    '\xe4',
  ])
  const dispositions = [
    `form-data; name=${name}`,
    `form-data; name="${name}"; filename*=UTF-8''${pick(g, ['%e2%82%ac.png', '%zz', '%', '', '%00', '%ff'])}`,
    `form-data; name="${name}"; filename*=${pick(g, ["utf-16''x", "''", "'", 'x', "iso-8859-1'en'%e4"])}`,
    `form-data; name="${name}"; filename="${pick(g, ['../../etc/passwd', 'a\0b', '', '"', '\\', 'x'.repeat(9_000), 'C:\\x'])}"`,
    `form-data; name="${name}"; name="tag"`,
    `form-data; filename="x"`,
    'form-data',
    `attachment; name="${name}"`,
    `; name="${name}"`,
    '',
    `form-data; name="${name}`,
    `form-data;${' '.repeat(2_000)}name="${name}"`,
  ]
  const parts = pick(g, [
    () => withHeader(g, `Content-Transfer-Encoding: ${pick(g, ENCODINGS)}`),
    () => withHeader(g, `Content-Transfer-Encoding: ${pick(g, ENCODINGS)}`),
    () => withHeader(g, `Content-Type: ${pick(g, PART_TYPES)}`),
    () => [...PARTS.slice(1), { headers: [`Content-Disposition: ${pick(g, dispositions)}`], content: 'x' }],
    () => [...PARTS.slice(1), { headers: [`Content-Disposition: ${pick(g, dispositions)}`], content: PIXEL }],
    () =>
      withHeader(
        g,
        pick(g, ['no colon', ': x', 'X\0: y', '\x01', 'X: \0', 'Content-Length: 99999', '__proto__: x', ' folded']),
      ),
    () => withHeader(g, `X-Long: ${'x'.repeat(pick(g, [1_000, 70_000]))}`),
    () => withHeader(g, ...Array.from({ length: pick(g, [10, 3_000]) }, (_, at) => `X${at}: y`)),
    () => [{ headers: [], content: 'x' }, ...PARTS],
  ])()
  return form(formBody(parts))
}

/** Malforms the structure of a form: its boundaries, its end, its number of parts, or nested forms. */
export function hostileFormStructure(g: Generator): HostileBody {
  const whole = formBody(PARTS)
  const at = g(fc.nat, { max: whole.length })
  const inner = formBody(PARTS, { boundary: 'inner' })
  return pick(g, [
    () => form(whole.subarray(0, at)),
    () => form(formBody(PARTS, { end: pick(g, ['', '--', `--${BOUNDARY}`, `--${BOUNDARY}-`, `--${BOUNDARY}--x`]) })),
    () => form(formBody(PARTS, { separator: pick(g, ['\n', '\r', '\r\r\n']) })),
    () => form(whole, `multipart/form-data; boundary=${pick(g, BOUNDARIES)}`),
    () =>
      form(whole, pick(g, ['multipart/form-data', 'multipart/mixed', 'multipart/', 'multipart/form-data; boundary'])),
    () => form(formBody([...PARTS, { headers: [...(PARTS[3]?.headers ?? [])], content: inner }])),
    () =>
      form(
        formBody([
          ...PARTS,
          {
            headers: ['Content-Disposition: form-data; name="file"', 'Content-Type: multipart/mixed; boundary=inner'],
            content: inner,
          },
        ]),
      ),
    () => form(Buffer.concat([Buffer.from(hostileText(g)), whole])),
    () => form(Buffer.concat([whole, Buffer.from(hostileText(g)), whole])),
    () => form(Buffer.concat([whole.subarray(0, at), Buffer.from(`\r\n--${BOUNDARY}`), whole.subarray(at)])),
    () => form(Buffer.from(g(fc.uint8Array, { maxLength: 400 }))),
    () => form(Buffer.alloc(0)),
    () => form(Buffer.from(`--${BOUNDARY}--\r\n`)),
    () => form(Buffer.from(`--${BOUNDARY}\r\n`.repeat(500))),
    () => form(formBody(PARTS.flatMap((part) => [part, part]))),
    () => form(formBody(Array.from({ length: pick(g, [33, 500]) }, (_, n) => textPart(`x${n}`, 'y')))),
    () => form(formBody(Array.from({ length: pick(g, [5, 200]) }, (_, n) => filePart(`f${n}`, PIXEL)))),
    () => form(formBody([textPart('tag', 'x'.repeat(pick(g, [60_000, 70_000, 500_000]))), ...PARTS.slice(1)])),
  ])()
}

const BOUNDARIES = [
  'other',
  '""',
  '"',
  'b'.repeat(300),
  '"plaza-boundary',
  'plaza-boundary; boundary=x',
  '__proto__',
  '\xff',
]

/** Fills a form with unusual texts and files that are no pictures. */
export function hostileFormContents(g: Generator): HostileBody {
  const texts = [
    'tag',
    'note',
    'timestamp',
    'frames',
    'framesOverTime',
    'animationStyle',
    'maskTag',
    'matchingDimensions',
  ]
  const chosen = texts.filter(() => chance(g, 50)).map((name) => textPart(name, hostileText(g)))
  const bytes = pick(g, [
    PIXEL,
    PIXEL.subarray(0, g(fc.nat, { max: PIXEL.length })),
    withHugeSize(),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    Buffer.from('GIF89a\xff\xff\xff\xff\x00\x00\x00', 'latin1'),
    Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 ', 'latin1'),
    Buffer.from(g(fc.uint8Array, { maxLength: 300 })),
    Buffer.alloc(pick(g, [0, 1, 65_537, 300_000]), 0x89),
  ])
  return form(formBody([...chosen, filePart('file', bytes), filePart('image', bytes)]))
}

/** A PNG whose header tells of 65,535 times 65,535 pixels. */
function withHugeSize(): Buffer {
  const bytes = Buffer.from(PIXEL)
  bytes.writeUInt32BE(65_535, 16)
  bytes.writeUInt32BE(65_535, 20)
  return bytes
}
