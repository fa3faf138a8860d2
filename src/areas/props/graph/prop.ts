import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import { z } from 'zod'
import { PropId } from '../../../contract/ids.ts'
import { CreatePropRequest, UpdatePropRequest } from '../../../contract/shapes/prop.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { type Input, inputOf } from '../../../edges/graphql/resolvers/input.ts'
import { createSharedLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { createPageLoader, keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { KeysetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { thumbnailUrl } from '../../files/urls.ts'
import { User, userRef } from '../../users/graph/user.ts'
import { canChangeProp, canSeeProp } from '../policy.ts'
import { createProp, deleteProp, loadProp, type PropWithPackages, setPropReleaseStatus, updateProp } from '../props.ts'
import { propIdsByAuthors } from '../queries.ts'

const propsById = createSharedLoader(loadProp, canSeeProp)

const PropPackage = builder.objectRef<PropWithPackages['packages'][number]>('PropPackage').implement({
  description: 'The asset of a prop for one platform.',
  fields: (t) => ({
    platform: t.exposeString('platform', { description: 'Platform that the asset is for.' }),
    variant: t.exposeString('variant', { description: 'Variant of the asset for the platform.' }),
    unityVersion: t.exposeString('unityVersion', { description: 'Version of the engine that built the asset.' }),
    assetVersion: t.exposeInt('assetVersion', { description: 'Version of the asset format.' }),
    assetUrl: t.exposeString('assetUrl', { description: 'URL of the asset.' }),
    propSignature: t.exposeString('propSignature', { description: 'Signature of the asset; empty for none.' }),
  }),
})

export const Prop = builder.objectRef<PropWithPackages>('Prop')
const propRef = referenceTo(Prop, propsById)

builder.node(Prop, {
  description: 'An object that people can place in worlds.',
  ...nodeBy(propsById),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the prop.' }),
    description: t.exposeString('description', { description: 'Description of the prop.' }),
    imageUrl: t.exposeString('imageUrl', { description: 'URL of the image.' }),
    thumbnailUrl: t.string({
      description: 'URL of a small image.',
      resolve: ({ imageUrl }, _args, context) => thumbnailUrl(context.scope.rules.publicUrl, imageUrl),
    }),
    isPublic: t.boolean({
      description: 'Whether everybody can see it.',
      resolve: ({ releaseStatus }) => releaseStatus === 'public',
    }),
    spawnType: t.exposeInt('spawnType', { description: 'How it is spawned, as a number that clients define.' }),
    worldPlacementMask: t.exposeInt('worldPlacementMask', {
      description: 'Where in a world it can be placed, as a bit mask that clients define.',
    }),
    maxCountPerUser: t.exposeInt('maxCountPerUser', { description: 'Most copies that a person can place at once.' }),
    tags: t.exposeStringList('tags', { description: 'Tags of the prop.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
    packages: t.field({
      type: [PropPackage],
      description: 'Assets, one for each platform.',
      resolve: ({ packages }) => packages,
    }),
    canPublish: t.boolean({
      description: 'Whether the viewer can publish it now.',
      resolve: (prop, _args, context) => canChangeProp(context.viewerScope, prop) && prop.releaseStatus === 'private',
    }),
    author: t.field(userRef('authorId', 'Author; null after the account was erased.')),
  }),
})

const PropKey = z.object({ propId: PropId.describe("Prop of the viewer's.") })

const CreatePropInput = inputOf(
  'CreatePropInput',
  'A new prop.',
  CreatePropRequest.extend({ id: PropId.describe('Id of the new prop, which no prop has or had.') }),
)
const UpdatePropInput = inputOf(
  'UpdatePropInput',
  'Changes of a prop; a new asset requires all fields that describe it.',
  PropKey.extend(UpdatePropRequest.shape),
)
const PropInput = inputOf('PropInput', 'A prop.', PropKey)

const PropPayload = builder.objectRef<{ readonly id: string }>('PropPayload').implement({
  description: 'The prop after a mutation.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the prop.' }),
    prop: t.field(propRef('id', 'The prop; null after it was deleted.')),
  }),
})

/** Type, arguments and resolver of a mutation that changes a prop. */
const propAct = <I extends { readonly propId: string }>(
  input: Input<I>,
  run: (scope: ViewerScope, input: I) => Promise<unknown>,
) => ({
  type: PropPayload,
  ...act(input, async (scope, parsed) => {
    await run(scope, parsed)
    return { id: parsed.propId }
  }),
})

builder.mutationFields((t) => ({
  createProp: t.field({
    type: PropPayload,
    description: 'Creates a private prop.',
    ...act(CreatePropInput, async (scope, { id, ...prop }) => ({ id: await createProp(scope, id, prop) })),
  }),
  updateProp: t.field({
    description: "Changes a prop of the viewer's.",
    ...propAct(UpdatePropInput, (scope, { propId, ...update }) => updateProp(scope, propId, update)),
  }),
  publishProp: t.field({
    description: "Makes a prop of the viewer's public.",
    ...propAct(PropInput, (scope, { propId }) => setPropReleaseStatus(scope, propId, 'public')),
  }),
  unpublishProp: t.field({
    description: "Makes a prop of the viewer's private.",
    ...propAct(PropInput, (scope, { propId }) => setPropReleaseStatus(scope, propId, 'private')),
  }),
  deleteProp: t.field({
    description: "Deletes a prop of the viewer's; its id is never used again.",
    ...propAct(PropInput, (scope, { propId }) => deleteProp(scope, propId)),
  }),
}))

async function readPropsByAuthors(scope: ViewerScope, authorIds: readonly string[], page: KeysetPage) {
  const ids = await propIdsByAuthors(scope, authorIds, page)
  const rows = await Promise.all(ids.map((id) => loadProp(scope, id)))
  return rows.flatMap((row) => (row && canSeeProp(scope, row) ? row : []))
}

const loadPropsOfAuthor = createPageLoader<PropWithPackages>(forViewer(readPropsByAuthors), ({ authorId }) => authorId)

const propsOfAuthor = (authorId: string, args: DefaultConnectionArguments, context: GraphContext) =>
  keysetConnection(args, {
    order: latestFirst(['createdAt', 'id'], /^prop_\S{36}$/),
    read: (page) => loadPropsOfAuthor(context, authorId, page),
  })

const PropConnection = builder.connectionObject({ type: Prop, name: 'PropConnection' }, { name: 'PropEdge' })

builder.objectFields(User, (t) => ({
  props: t.connection(
    {
      type: Prop,
      description: 'Props of the person that the viewer can see, latest first.',
      resolve: ({ id }, args, context) => propsOfAuthor(id, args, context),
    },
    PropConnection,
  ),
}))

builder.prismaObjectFields(Viewer, (t) => ({
  props: t.connection(
    {
      type: Prop,
      description: 'Props of the person, public and private, latest first.',
      resolve: ({ userId }, args, context) => propsOfAuthor(userId, args, context),
    },
    PropConnection,
  ),
}))
