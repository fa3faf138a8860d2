import { forStaff, staffOnly } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import {
  greatestFirst,
  type KeysetOrder,
  keysetConnection,
  latestFirst,
} from '../../../edges/graphql/resolvers/pagination.ts'
import { shownUrl } from '../../../kernel/ownUrls.ts'
import type { TimeKey, WeightKey } from '../../../kernel/page.ts'
import { thumbnailUrl } from '../../../kernel/webUrls.ts'
import { userRef } from '../../users/graph/user.ts'
import {
  countItems,
  findItems,
  type ContentItem as Item,
  JUDGES,
  listItems,
  readOpenReportCounts,
} from '../content/items.ts'
import type { ContentItemKind as Kind } from '../content/kinds.ts'
import type { ContentItemSort as Sort, ContentItemState as State } from '../content/queries.ts'

export const ContentItemKind = enumOf('ContentItemKind', 'Kind of content that the staff looks through.', {
  world: 'A world.',
  avatar: 'An avatar.',
  group: 'A group.',
  prop: 'A prop.',
  event: 'An event of a group, or a series of them.',
  picture: 'An image that somebody has uploaded, other than a print.',
  print: 'A photo that was taken in a world.',
} satisfies Record<Kind, string>)

const ContentItemState = enumOf('ContentItemState', 'Who can see content.', {
  public: 'Everybody.',
  private: 'Its author or owner, members of its group, and those who were given its address.',
  draft: 'Those who manage it: it is not published.',
  hidden: 'Its author or owner and the staff, which has hidden it.',
} satisfies Record<State, string>)

const ContentItemSort = enumOf('ContentItemSort', 'Order of content.', {
  createdAt: 'By time of creation.',
  updatedAt: 'By time of the last change, of worlds, avatars, groups and props.',
  memberCount: 'By number of members, of groups.',
} satisfies Record<Sort, string>)

const itemsById = createLoader<Item>(findItems, ({ id }) => id)
const reportCounts = createLoader(readOpenReportCounts, ({ contentId }) => contentId)

export const ContentItem = builder.objectRef<Item>('ContentItem').implement({
  description: 'Content of any kind as the staff sees it. It has no id: its node is that of the content itself.',
  fields: (t) => ({
    contentId: t.exposeID('id', { description: 'Id of the content.' }),
    kind: t.expose('kind', { type: ContentItemKind, description: 'Kind of the content.' }),
    name: t.string({
      nullable: true,
      description: 'Name, title or note; null for none.',
      resolve: ({ name }) => name || null,
    }),
    description: t.string({
      nullable: true,
      description: 'Description; of a print the name of the world in which it was taken; null for none.',
      resolve: ({ description }) => description || null,
    }),
    imageUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of its image; null for none.',
      resolve: ({ imageUrl }, _args, { scope: { rules } }) => (imageUrl ? shownUrl({ rules }, imageUrl) : null),
    }),
    thumbnailUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of a small version of its image; null for none.',
      resolve: ({ imageUrl }, _args, { scope: { rules } }) => (imageUrl ? thumbnailUrl({ rules }, imageUrl) : null),
    }),
    author: t.field(userRef('authorId', 'Who has made or owns it; null after the account was erased.')),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
    state: t.expose('state', { type: ContentItemState, description: 'Who can see it.' }),
    tags: t.exposeStringList('tags', { description: 'Its tags.' }),
    isFeatured: t.boolean({
      nullable: true,
      description: 'Whether the platform recommends it; null for what can not be recommended.',
      resolve: ({ isFeatured }) => isFeatured,
    }),
    isVerified: t.boolean({
      nullable: true,
      description: 'Whether the platform has verified it; null for anything but groups.',
      resolve: ({ isVerified }) => isVerified,
    }),
    memberCount: t.int({
      nullable: true,
      description: 'Number of members; null for anything but groups.',
      resolve: ({ memberCount }) => memberCount,
    }),
    openReportCount: t.int({
      description: 'Number of open reports about it.',
      resolve: async ({ id }, _args, context) => (await reportCounts(context).load(id))?.reportCount ?? 0,
    }),
  }),
})

/** A field that shows the content with the id in `contentId` as the staff sees it. */
export const itemRef = (description: string) => ({
  type: ContentItem,
  nullable: true as const,
  description,
  resolve: ({ contentId }: { readonly contentId: string }, _args: unknown, context: Parameters<typeof itemsById>[0]) =>
    itemsById(context).load(contentId),
})

const Filter = builder.inputType('ContentItemFilter', {
  description: 'Which content of a kind is listed; omitted fields match all.',
  fields: (t) => ({
    search: t.string({
      description: 'Part of the name of a world, an avatar, a group or an event, or the whole id of anything.',
    }),
    state: t.field({ type: ContentItemState, description: 'Only content in this state.' }),
    tag: t.string({ description: 'Only worlds, avatars or groups with this tag.' }),
    authorId: t.id({ description: 'Only content of this author or owner.' }),
    groupId: t.id({ description: 'Only events of this group.' }),
    isVerified: t.boolean({ description: 'Only groups that the platform has verified, or only others.' }),
    isFeatured: t.boolean({
      description: 'Only worlds, avatars or events that the platform recommends, or only others.',
    }),
    isReported: t.boolean({ description: 'Only content about which reports are open, or only other.' }),
  }),
})

const ContentItemEdge = builder.edgeObject({ type: ContentItem, name: 'ContentItemEdge' })
const ContentItemConnection = builder.connectionObject(
  { type: ContentItem, name: 'ContentItemConnection' },
  ContentItemEdge,
)

const byMembers = greatestFirst(['memberCount', 'id'])

const ORDERS: Readonly<Record<Sort, KeysetOrder<Item, TimeKey | WeightKey>>> = {
  createdAt: latestFirst(['createdAt', 'id']),
  updatedAt: latestFirst(['updatedAt', 'id']),
  memberCount: {
    ...byMembers,
    keyText: ({ id, memberCount }) => byMembers.keyText({ id, memberCount: memberCount ?? 0 }),
  },
}

builder.queryFields((t) => ({
  contentItems: t.connection(
    {
      type: ContentItem,
      ...forStaff(...JUDGES),
      description: `Content of a kind as the staff sees it: also what is private, a draft or hidden. Without what was deleted. ${staffOnly(JUDGES)}`,
      args: {
        kind: t.arg({ type: ContentItemKind, required: true, description: 'Kind of the content.' }),
        filter: t.arg({ type: Filter, description: 'Which content is listed.' }),
        sort: t.arg({ type: ContentItemSort, description: 'Order of the list; `CREATED_AT` by default.' }),
        ascending: t.arg.boolean({ description: 'Whether the oldest or smallest come first.' }),
      },
      resolve: (_root, { kind, filter, sort, ascending, ...args }, { viewerScope: scope }) => {
        const search = { kind, filter: omitNullish(filter ?? {}), by: sort ?? 'createdAt' } as const
        return keysetConnection(args, {
          order: { ...ORDERS[search.by], descending: !ascending },
          totalCount: () => countItems(scope, search),
          read: (page) => listItems(scope, search, page),
        })
      },
    },
    ContentItemConnection,
  ),
  contentItem: t.field({
    type: ContentItem,
    nullable: true,
    ...forStaff(...JUDGES),
    description: `Content of any kind as the staff sees it; null for anything else, and for what was deleted. ${staffOnly(JUDGES)}`,
    args: { contentId: t.arg.id({ required: true, description: 'Id of the content.' }) },
    resolve: (_root, { contentId }, context) => itemsById(context).load(contentId),
  }),
}))
