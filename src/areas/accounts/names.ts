/** The form in which names and addresses are compared: look-alikes and case make no difference. */
export const nameKey = (text: string) => text.normalize('NFKC').trim().toLowerCase()

const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]*[\p{L}\p{N}._-])?$/u
/** Letters that show nothing: a name with them looks like the name without them. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
const SHORTEST = 4
const LONGEST = 15

/** Whether a text may be a username or display name: 4 to 15 letters, digits, spaces, dots, dashes, underscores. */
export function isName(text: string): boolean {
  const length = [...text].length
  return length >= SHORTEST && length <= LONGEST && NAME.test(text) && !INVISIBLE.test(text) && !/ {2}/.test(text)
}

const EMAIL = /^[^\s\p{C}@<>"',;:\\()[\]]+@[^\s\p{C}@<>"',;:\\()[\]]+\.[^\s\p{C}@<>"',;:\\()[\].]+$/u

/** Whether a text has the form of an e-mail address. That it works is shown by the mailed link. */
export const isEmail = (text: string) => text.length <= 254 && EMAIL.test(text)

/** `ad******@example.org`: enough to recognise one's own address, too little to learn another's. */
export function obfuscateEmail(email: string | null): string {
  if (!email) return ''
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, at))}${'*'.repeat(Math.max(1, at - 2))}${email.slice(at)}`
}
