import { createPropRules, updatePropRules } from '../../edges/graphql/bodies.ts'
import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { type GraphContext, renew, signed } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import { makeLoader } from '../../edges/graphql/loader.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { PropId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { thumbnailUrl } from '../files/addresses.ts'
import { people, User } from '../users/graph.ts'
import { createProp, deleteProp, releaseProp, updateProp } from './acts.ts'
import { mayChangeProp, visibleProps } from './policy.ts'

const PACKAGES = { packages: { orderBy: { platform: 'asc' } } } satisfies Prisma.PropInclude
export type PropRow = Prisma.PropGetPayload<{ include: typeof PACKAGES }>

const propsById = makeLoader<PropRow>(
  async (scope, ids) => (scope.viewer ? readProps({ ...scope, viewer: scope.viewer }, ids) : []),
  ({ id }) => id,
)

/** Those of these props that the viewer may see, in no order. Set-wise. */
export const readProps = (scope: SignedScope, ids: readonly string[]): Promise<PropRow[]> =>
  scope.db.prop.findMany({
    where: { id: { in: [...ids] }, ...visibleProps(scope) },
    include: PACKAGES,
    relationLoadStrategy: 'join',
  })

const PropPackage = builder.objectRef<PropRow['packages'][number]>('PropPackage').implement({
  description: 'The asset of a prop for one platform.',
  fields: (t) => ({
    platform: t.exposeString('platform', { description: 'The platform.' }),
    variant: t.exposeString('variant', { description: 'Which of several for the platform.' }),
    unityVersion: t.exposeString('unityVersion', { description: 'The engine it was built with.' }),
    assetVersion: t.exposeInt('assetVersion', { description: 'Its version.' }),
    assetUrl: t.exposeString('assetUrl', { description: 'Where it is downloaded.' }),
    propSignature: t.exposeString('propSignature', { description: 'What vouches for it; empty for nothing.' }),
  }),
})

export const Prop = builder.objectRef<PropRow>('Prop')
builder.node(Prop, {
  description: 'Something that people can put into worlds.',
  id: { resolve: ({ id }) => id },
  loadMany: (ids, context) => ids.map((id) => propsById(context).load(id)),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    description: t.exposeString('description', { description: 'What it is.' }),
    imageUrl: t.exposeString('imageUrl', { description: 'Its picture.' }),
    thumbnailUrl: t.string({
      description: 'A smaller picture.',
      resolve: ({ imageUrl }, _args, context) => thumbnailUrl(context.scope.rules.publicUrl, imageUrl),
    }),
    isPublic: t.boolean({
      description: 'Whether everybody sees it.',
      resolve: ({ releaseStatus }) => releaseStatus === 'public',
    }),
    spawnType: t.exposeInt('spawnType', { description: 'How it comes into a world.' }),
    worldPlacementMask: t.exposeInt('worldPlacementMask', { description: 'Where in a world it may be put.' }),
    maxCountPerUser: t.exposeInt('maxCountPerUser', { description: 'How many of it a person may put at once.' }),
    tags: t.exposeStringList('tags', { description: 'What it is found by.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    packages: t.field({
      type: [PropPackage],
      description: 'Its assets, one a platform.',
      resolve: ({ packages }) => packages,
    }),
    canPublish: t.boolean({
      description: 'Whether the viewer can publish it now.',
      resolve: (prop, _args, context) => mayChangeProp(signed(context), prop) && prop.releaseStatus === 'private',
    }),
    author: t.field({
      type: User,
      nullable: true,
      description: 'Who made it; null when the account was erased.',
      resolve: ({ authorId }, _args, context) => people(context).load(authorId),
    }),
  }),
})

const CreatePropInput = builder.inputType('CreatePropInput', {
  description: 'What the prop is.',
  validate: createPropRules,
  fields: (t) => ({
    id: t.id({ required: true, description: 'An id that no prop has or had.' }),
    name: t.string({ required: true, description: 'Its name.' }),
    description: t.string({ required: true, description: 'What it is.' }),
    imageUrl: t.string({ required: true, description: 'The address of an own picture.' }),
    assetUrl: t.string({ required: true, description: 'The address of an own asset.' }),
    assetVersion: t.int({ required: true, description: 'The version of the asset.' }),
    platform: t.string({ required: true, description: 'The platform of the asset.' }),
    unityVersion: t.string({ required: true, description: 'The engine it was built with.' }),
    propSignature: t.string({ description: 'What vouches for the asset.' }),
    spawnType: t.int({ required: true, description: 'How it comes into a world.' }),
    worldPlacementMask: t.int({ required: true, description: 'Where in a world it may be put.' }),
    tags: t.stringList({ required: true, description: 'What it is found by.' }),
  }),
})

const UpdatePropInput = builder.inputType('UpdatePropInput', {
  description: 'What changes of a prop; another asset must say all that belongs to it.',
  validate: updatePropRules,
  fields: (t) => ({
    propId: t.id({ required: true, description: 'An own prop.' }),
    name: t.string({ description: 'Its name.' }),
    description: t.string({ description: 'What it is.' }),
    imageUrl: t.string({ description: 'The address of an own picture.' }),
    assetUrl: t.string({ description: 'The address of an own asset.' }),
    assetVersion: t.int({ description: 'The version of the asset.' }),
    platform: t.string({ description: 'The platform of the asset.' }),
    unityVersion: t.string({ description: 'The engine it was built with.' }),
    propSignature: t.string({ description: 'What vouches for the asset.' }),
    spawnType: t.int({ description: 'How it comes into a world.' }),
    worldPlacementMask: t.int({ description: 'Where in a world it may be put.' }),
    tags: t.stringList({ description: 'What it is found by.' }),
  }),
})

const PropInput = builder.inputType('PropInput', {
  description: 'Which prop the act is about.',
  fields: (t) => ({ propId: t.id({ required: true, description: 'An own prop.' }) }),
})

const PropPayload = builder.objectRef<{ id: string }>('PropPayload').implement({
  description: 'The prop after an act.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    prop: t.field({
      type: Prop,
      nullable: true,
      description: 'The prop as it is now; null for one that was deleted.',
      resolve: ({ id }, _args, context) => propsById(context).load(id),
    }),
  }),
})

async function upon(context: GraphContext, text: string, act: (scope: SignedScope, id: PropId) => Promise<unknown>) {
  const id = idOf('prop', text, 'Prop')
  await act(signed(context), id)
  renew(context)
  return { id }
}

builder.mutationFields((t) => ({
  createProp: t.field({
    type: PropPayload,
    description: 'Makes a prop, private at first.',
    args: { input: t.arg({ type: CreatePropInput, ...INPUT }) },
    resolve: (_root, { input: { id, propSignature, ...prop } }, context) =>
      upon(context, id, (scope) => createProp(scope, id, { ...prop, propSignature: propSignature ?? '' })),
  }),
  updateProp: t.field({
    type: PropPayload,
    description: 'Changes an own prop.',
    args: { input: t.arg({ type: UpdatePropInput, ...INPUT }) },
    resolve: (_root, { input: { propId, ...update } }, context) =>
      upon(context, propId, (scope, id) => updateProp(scope, id, given(update))),
  }),
  publishProp: t.field({
    type: PropPayload,
    description: 'Makes an own prop public.',
    args: { input: t.arg({ type: PropInput, ...INPUT }) },
    resolve: (_root, { input: { propId } }, context) =>
      upon(context, propId, (scope, id) => releaseProp(scope, id, 'public')),
  }),
  unpublishProp: t.field({
    type: PropPayload,
    description: 'Makes an own prop private.',
    args: { input: t.arg({ type: PropInput, ...INPUT }) },
    resolve: (_root, { input: { propId } }, context) =>
      upon(context, propId, (scope, id) => releaseProp(scope, id, 'private')),
  }),
  deleteProp: t.field({
    type: PropPayload,
    description: 'Deletes an own prop; its id is never given again.',
    args: { input: t.arg({ type: PropInput, ...INPUT }) },
    resolve: (_root, { input: { propId } }, context) => upon(context, propId, deleteProp),
  }),
}))
