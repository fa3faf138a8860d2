import { pageOf, type SubjectLink } from '../../../components/subjects.ts'
import type { ContentItemKind } from '../../../generated/graphql.ts'

interface Linked {
  readonly contentId: string
  readonly kind: ContentItemKind
}

const PAGE_TYPES = { WORLD: 'World', AVATAR: 'Avatar', GROUP: 'Group', EVENT: 'CalendarEvent', PROP: 'Prop' } as const
const hasPage = (kind: ContentItemKind): kind is keyof typeof PAGE_TYPES => Object.hasOwn(PAGE_TYPES, kind)

/** The page that everybody has of content; null for pictures and prints, which have none. */
export const publicPageOf = ({ contentId, kind }: Linked): SubjectLink | null =>
  hasPage(kind) ? pageOf(PAGE_TYPES[kind], contentId) : null

/** The page of the console about content; the public one where there is no other. */
export function consolePageOf(item: Linked): SubjectLink | null {
  const { contentId, kind } = item
  if (kind === 'WORLD') return { to: '/console/worlds/$worldId', params: { worldId: contentId } }
  if (kind === 'GROUP') return { to: '/console/groups/$groupId', params: { groupId: contentId } }
  return publicPageOf(item)
}
