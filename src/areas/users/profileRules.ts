import { invalid } from '../../kernel/failure.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { isName } from '../accounts/names.ts'
import { isOldEnough, readBirthday } from '../accounts/registration.ts'

/** What a person can change of their account and profile; what is left out stays. */
export interface ProfileChange {
  readonly acceptedTOSVersion?: number | undefined
  readonly bio?: string | undefined
  readonly bioLinks?: string[] | undefined
  /** YYYY-MM-DD. */
  readonly birthday?: string | undefined
  readonly contentFilters?: string[] | undefined
  readonly currentPassword?: string | undefined
  readonly displayName?: string | undefined
  readonly email?: string | undefined
  readonly hasDiscordFriendsOptOut?: boolean | undefined
  readonly hasSharedConnectionsOptOut?: boolean | undefined
  readonly isBoopingEnabled?: boolean | undefined
  readonly password?: string | undefined
  readonly pronouns?: string | undefined
  readonly revertDisplayName?: boolean | undefined
  readonly status?: string | undefined
  readonly statusDescription?: string | undefined
  readonly tags?: string[] | undefined
  readonly unsubscribe?: boolean | undefined
  readonly userIcon?: string | undefined
  readonly username?: string | undefined
}

const NAME_RULE = '4 to 15 letters, digits, spaces, dots, dashes or underscores'

export const needsPassword = ({ email, password, displayName, revertDisplayName, username }: ProfileChange) =>
  [email, password, displayName, username].some((text) => text !== undefined) || revertDisplayName === true

/** Throws `invalid` for the first field that may not have its value, before anything is written. */
export function checkProfile(scope: SignedScope, change: ProfileChange): void {
  checkName('displayName', change.displayName)
  checkName('username', change.username)
  if (change.birthday !== undefined) checkBirthday(change.birthday, scope.now)
  for (const link of change.bioLinks ?? [])
    if (!isLink(link)) throw invalid('bioLinks', 'bioLinks: each must be an http or https address')
  checkIcon(scope, change.userIcon)
}

function checkName(field: string, name: string | undefined): void {
  if (name !== undefined && !isName(name.trim())) throw invalid(field, `${field}: ${NAME_RULE}`)
}

function checkBirthday(text: string, now: Date): void {
  const birthday = readBirthday(text)
  if (!birthday || birthday > now) throw invalid('birthday', 'birthday: not a date of birth')
  if (!isOldEnough(birthday, now)) throw invalid('birthday', 'birthday: you must be at least 13 years old')
}

const isLink = (text: string) => text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text))

/** Pictures from elsewhere would tell their host who looks at them. */
function checkIcon({ rules }: SignedScope, icon: string | undefined): void {
  if (icon === undefined || icon === '' || icon.startsWith(`${rules.publicUrl}/api/1/file/file_`)) return
  throw invalid('userIcon', 'userIcon: must be the address of a file on this server')
}
