import type { ContentFilter, FilterKeys } from '../../../kernel/contentList/filters.ts'
import { nameKey } from '../../accounts/account/names.ts'
import { parseUnitySortKey } from '../../files/unity/packages.ts'
import type { WorldSortName } from './sorts.ts'

/** Filter and order of a list of worlds; omitted members do not narrow it. */
export interface WorldFilter extends ContentFilter {
  /** Whether to list avatar worlds only: those that have AVATAR_WORLD_TAG. */
  readonly avatarSpecific?: boolean | undefined
  readonly sort?: WorldSortName | undefined
}

/** Authors set it on worlds for choosing avatars. */
export const AVATAR_WORLD_TAG = 'author_tag_avatar'

/** The texts of a filter in the form of the columns that they are compared with. Throws `invalid` for a Unity version. */
export const filterKeys = ({ search = '', minUnityVersion, maxUnityVersion }: ContentFilter): FilterKeys => ({
  nameText: nameKey(search),
  minUnitySort: minUnityVersion ? parseUnitySortKey('minUnityVersion', minUnityVersion) : undefined,
  maxUnitySort: maxUnityVersion ? parseUnitySortKey('maxUnityVersion', maxUnityVersion) : undefined,
})
