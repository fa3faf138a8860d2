import { z } from 'zod'
import type { DynamicContentRow } from '../../../contract/shapes/clientConfigRecords.ts'
import type { InfoPushData as DataShape } from '../../../contract/shapes/infoPush.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'

type Data = z.output<typeof DataShape>
type Action = NonNullable<Data['onPressed']>
/** What is stored, checked when it was written; the defaults are for values of other servers. */
const SortOrder = z.enum(['ascending', 'descending']).catch('ascending')
const Ownership = z.enum(['any', 'mine']).catch('any')
type ArticleContent = NonNullable<NonNullable<Data['article']>['content']>

const InfoPushCommand = enumOf(
  'InfoPushCommand',
  'What a client does when a notice is pressed.',
  {
    CannedWorldSearch: 'Searches worlds by the parameters.',
    OpenSafetyMenu: 'Opens the menu for safety.',
    OpenURL: 'Opens the URL in the first parameter.',
    OpenVRCPlusMenu: 'Opens the menu for supporters.',
  },
  { CannedWorldSearch: 'SEARCH_WORLDS', OpenVRCPlusMenu: 'OPEN_SUPPORTER_MENU' },
)

const InfoPushAction = builder.objectRef<Action>('InfoPushAction').implement({
  description: 'What happens when a notice is pressed.',
  fields: (t) => ({
    command: t.expose('command', { type: InfoPushCommand, description: 'What the client does.' }),
    parameters: t.stringList({
      description: 'Parameters of the command.',
      resolve: ({ parameters }) => parameters ?? [],
    }),
  }),
})

const InfoPushArticle = builder.objectRef<ArticleContent>('InfoPushArticle').implement({
  description: 'A longer text with an image.',
  fields: (t) => ({
    text: t.exposeString('text', { nullable: true, description: 'The text; null for none.' }),
    imageUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the image; null for none.',
      resolve: ({ imageUrl }) => imageUrl || null,
    }),
    onPressed: t.field({
      type: InfoPushAction,
      nullable: true,
      description: 'What happens when the article is pressed; null for nothing.',
      resolve: ({ onPressed }) => onPressed,
    }),
  }),
})

const ContentRowOrder = enumOf('ContentRowOrder', 'Direction in which a row of worlds is sorted.', {
  ascending: 'Lowest values first.',
  descending: 'Highest values first.',
})

const ContentRowOwnership = enumOf('ContentRowOwnership', 'Whose worlds a row shows.', {
  any: 'Those of everybody.',
  mine: 'Those of the person who looks at it.',
})

const ContentRow = builder.objectRef<z.output<typeof DynamicContentRow>>('ContentRow').implement({
  description: 'A row of worlds that clients show. Clients define its platforms, orders and kinds.',
  fields: (t) => ({
    index: t.exposeInt('index', { nullable: true, description: 'Position among rows; null for any.' }),
    name: t.exposeString('name', { description: 'Heading of the row.' }),
    platform: t.exposeString('platform', { description: 'Platforms of the worlds, such as `ThisPlatformSupported`.' }),
    sortHeading: t.exposeString('sortHeading', { description: 'Order of the worlds, such as `popularity`.' }),
    sortOrder: t.field({
      type: ContentRowOrder,
      description: 'Direction of the order.',
      resolve: ({ sortOrder }) => SortOrder.parse(sortOrder),
    }),
    sortOwnership: t.field({
      type: ContentRowOwnership,
      description: 'Whose worlds they are.',
      resolve: ({ sortOwnership }) => Ownership.parse(sortOwnership),
    }),
    tag: t.exposeString('tag', { nullable: true, description: 'Tag of the worlds; null for any.' }),
    type: t.exposeString('type', { nullable: true, description: 'Kind of row; null for worlds.' }),
  }),
})

export const InfoPushData = builder.objectRef<Data>('InfoPushData').implement({
  description: 'Content of an information notice.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'Title; null for none.' }),
    description: t.exposeString('description', { nullable: true, description: 'Text; null for none.' }),
    imageUrl: t.expose('imageUrl', { type: 'URL', nullable: true, description: 'URL of the image; null for none.' }),
    template: t.exposeString('template', {
      nullable: true,
      description: 'How it is laid out, by a name that clients define; null for the default.',
    }),
    version: t.exposeString('version', { nullable: true, description: 'Version of the layout; null for any.' }),
    article: t.field({
      type: InfoPushArticle,
      nullable: true,
      description: 'A longer text with an image; null for none.',
      resolve: ({ article }) => article?.content,
    }),
    contentList: t.field({
      type: ContentRow,
      nullable: true,
      description: 'A row of worlds; null for none.',
      resolve: ({ contentList }) => contentList,
    }),
    onPressed: t.field({
      type: InfoPushAction,
      nullable: true,
      description: 'What happens when the notice is pressed; null for nothing.',
      resolve: ({ onPressed }) => onPressed,
    }),
  }),
})

const InfoPushActionInput = builder.inputType('InfoPushActionInput', {
  description: 'What happens when a notice is pressed.',
  fields: (t) => ({
    command: t.field({ type: InfoPushCommand, required: true, description: 'What the client does.' }),
    parameters: t.stringList({ description: 'Parameters of the command.' }),
  }),
})

const InfoPushArticleInput = builder.inputType('InfoPushArticleInput', {
  description: 'A longer text with an image.',
  fields: (t) => ({
    text: t.string({ description: 'The text.' }),
    imageUrl: t.field({ type: 'URL', description: 'URL of the image.' }),
    onPressed: t.field({ type: InfoPushActionInput, description: 'What happens when the article is pressed.' }),
  }),
})

const ContentRowInput = builder.inputType('ContentRowInput', {
  description: 'A row of worlds that clients show. Clients define its platforms, orders and kinds.',
  fields: (t) => ({
    index: t.int({ description: 'Position among rows, from 0.' }),
    name: t.string({ required: true, description: 'Heading of the row.' }),
    platform: t.string({ required: true, description: 'Platforms of the worlds, such as `ThisPlatformSupported`.' }),
    sortHeading: t.string({ required: true, description: 'Order of the worlds, such as `popularity`.' }),
    sortOrder: t.field({ type: ContentRowOrder, required: true, description: 'Direction of the order.' }),
    sortOwnership: t.field({ type: ContentRowOwnership, required: true, description: 'Whose worlds they are.' }),
    tag: t.string({ description: 'Tag of the worlds.' }),
    type: t.string({ description: 'Kind of row.' }),
  }),
})

export const InfoPushDataInput = builder.inputType('InfoPushDataInput', {
  description: 'Content of an information notice.',
  fields: (t) => ({
    name: t.string({ description: 'Title.' }),
    description: t.string({ description: 'Text.' }),
    imageUrl: t.field({ type: 'URL', description: 'URL of the image.' }),
    template: t.string({ description: 'How it is laid out, by a name that clients define.' }),
    version: t.string({ description: 'Version of the layout.' }),
    article: t.field({ type: InfoPushArticleInput, description: 'A longer text with an image.' }),
    contentList: t.field({ type: ContentRowInput, description: 'A row of worlds.' }),
    onPressed: t.field({ type: InfoPushActionInput, description: 'What happens when the notice is pressed.' }),
  }),
})
