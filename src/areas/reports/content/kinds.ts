import { isId } from '../../../kernel/ids.ts'

/** Kinds of content that the staff looks through and can hide. */
export const CONTENT_ITEM_KINDS = ['world', 'avatar', 'group', 'prop', 'event', 'picture', 'print'] as const
export type ContentItemKind = (typeof CONTENT_ITEM_KINDS)[number]

const ID_KINDS = {
  world: 'world',
  avatar: 'avatar',
  group: 'group',
  prop: 'prop',
  event: 'calendarEvent',
  picture: 'file',
  print: 'print',
} as const satisfies Record<ContentItemKind, string>

/** The kind of the content with an id; undefined for a person and anything else. */
export const kindOfContent = (id: string): ContentItemKind | undefined =>
  CONTENT_ITEM_KINDS.find((kind) => isId(ID_KINDS[kind], id))
