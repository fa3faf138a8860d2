import fc from 'fast-check'

/** Random values of columns, as fast-check makes them. */

/** PostgreSQL stores no NUL. */
export const anyText = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replaceAll('\0', ''))

/** A text that the contract takes for a name, a tag or a link: those are not empty. */
export const anyName = anyText.map((text) => `N${text}`)
export const anyNames = fc.array(anyName, { maxLength: 4 })

/** A time that every column of times holds. */
export const anyTime = fc.date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
