import { AVATAR_LIST } from '../../components/avatars/AvatarCard.tsx'
import type {
  AllAvatarsQuery,
  AllAvatarsQueryVariables,
  AvatarFilter,
  AvatarListFragment,
  OwnAvatarsQuery,
  TypedDocumentString,
} from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import type { Refusal } from '../../graph/refusal.ts'
import {
  ALL_AVATARS,
  AVATAR_MARK_CHANGES,
  FAVORITE_AVATARS,
  LICENSE_CHANGES,
  LICENSED_AVATARS,
  OWN_AVATAR_CHANGES,
  OWN_AVATARS,
} from './documents.ts'
import type { AvatarListName, AvatarSearch } from './search.ts'

type Document = TypedDocumentString<AllAvatarsQuery | OwnAvatarsQuery, AllAvatarsQueryVariables>

const DOCUMENTS: Readonly<Record<AvatarListName, Document>> = {
  all: ALL_AVATARS,
  own: OWN_AVATARS,
  favorites: FAVORITE_AVATARS,
  licensed: LICENSED_AVATARS,
}

function filterOf(list: AvatarListName, { search, platform, style, status }: AvatarSearch): AvatarFilter {
  const ownStatus = status ? { releaseStatus: status } : { anyStatus: true }
  return {
    ...(search && { search }),
    ...(platform && { platforms: [platform] }),
    ...(style && { styleIds: [style] }),
    ...(list === 'own' && ownStatus),
  }
}

/** Names go from A to Z; of all else what is most or newest comes first. */
const variablesOf = (list: AvatarListName, search: AvatarSearch): AllAvatarsQueryVariables => ({
  filter: filterOf(list, search),
  ...(search.sort && { sort: search.sort, ascending: search.sort === 'NAME' }),
})

interface AvatarListState {
  /** Undefined until it was read. */
  readonly avatars: AvatarListFragment | undefined
  readonly refusal: Refusal | null
  readonly reload: () => void
  /** Reads the page after a cursor. */
  readonly loadMore: (after: string) => Promise<void>
}

const LISTS_OF_MARKS = { favorites: 'FAVORITES', all: 'BLOCKED_AVATARS' } as const

/** The avatars that the address asks for, page after page, kept up to date. */
export function useAvatarList(list: AvatarListName, search: AvatarSearch): AvatarListState {
  const variables = variablesOf(list, search)
  const { data, refusal, reload, fetchMore } = usePanel(DOCUMENTS[list], variables)
  useLive(OWN_AVATAR_CHANGES, list === 'own' ? {} : null, ({ contentChanged: { contentType } }) => {
    if (contentType === 'AVATAR') reload()
  })
  const marks = list === 'favorites' || list === 'all' ? LISTS_OF_MARKS[list] : null
  useLive(AVATAR_MARK_CHANGES, marks ? {} : null, ({ viewerListsChanged: { kind } }) => {
    if (kind === marks) reload()
  })
  useLive(LICENSE_CHANGES, list === 'licensed' ? {} : null, reload)
  const connection = data && ('avatars' in data ? data.avatars : data.viewer?.avatars)
  return {
    avatars: getFragmentData(AVATAR_LIST, connection) ?? undefined,
    refusal,
    reload,
    loadMore: (after) => fetchMore({ ...variables, after }),
  }
}
