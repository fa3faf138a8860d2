import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lonelyEventLines, type WrittenEvent } from '../../../../src/areas/calendar/file/event.ts'
import { fileOf } from '../../../../src/areas/calendar/file/text.ts'
import { categoriesOf, readCalendar } from '../../../support/icsFiles.ts'
import { rounds } from '../../../support/rounds.ts'

const TEXTS = rounds(1_000)
const SEED = 3
const MAX_OCTETS = 75
const NOON = new Date('2027-01-01T12:00:00Z')

const options = { rules: { publicUrl: 'https://plaza.test', webUrl: 'https://plaza.test/home' } }
const anEvent = (given: Pick<WrittenEvent, 'title' | 'description' | 'tags'>): WrittenEvent => ({
  id: 'cal_1',
  groupId: 'grp_1',
  seriesId: null,
  category: 'dance',
  sequence: 0,
  startsAt: NOON,
  endsAt: new Date(NOON.getTime() + 1),
  originalStartsAt: null,
  createdAt: NOON,
  updatedAt: NOON,
  deletedAt: null,
  ...given,
})

/** Signs that iCalendar gives a meaning, of one to four octets, and of several characters. */
const SIGNS = [
  '\\',
  ';',
  ',',
  '\n',
  '\r\n',
  '\r',
  '\t',
  ' ',
  ':',
  '"',
  '\\n',
  'ß',
  '…',
  '🎉',
  '👩‍👩‍👧',
  'e\u0301',
  '\u2028',
]
const CONTROLS = ['\0', '\u0007', '\u001b', '\u007f', '\u0085']
const aText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...SIGNS),
      fc.constantFrom(...CONTROLS),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
    ),
    { minLength: 1, maxLength: 30 },
  )
  .map((parts) => parts.join(''))

/** A text as a file can have it. */
const cleaned = (text: string) =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')

it(`are read back as they were, by ${TEXTS} random texts, in lines of 75 octets at most`, () => {
  fc.assert(
    fc.property(aText, aText, fc.array(aText, { maxLength: 5 }), (title, description, tags) => {
      const file = fileOf(lonelyEventLines(options, anEvent({ title, description, tags })))
      const lines = file.split('\r\n')
      expect(lines.pop()).toBe('')
      for (const line of lines) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(MAX_OCTETS)
        expect(line).not.toMatch(/[\r\n]|\p{Surrogate}/u)
      }
      const [event] = readCalendar(file).events
      expect(event?.summary).toBe(cleaned(title))
      expect(event?.description).toBe(cleaned(description))
      expect(categoriesOf(event)).toEqual([...new Set(['dance', ...tags.map(cleaned)])].filter((name) => name !== ''))
    }),
    { numRuns: TEXTS, seed: SEED },
  )
})
