import { ADMIN } from '../../edges/graphql/access.ts'
import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { signed } from '../../edges/graphql/context.ts'
import { configFault, infoPushFault, permissionFault } from '../../edges/graphql/faults.ts'
import { given } from '../../edges/graphql/given.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import { setConfigEntry } from './clientConfig.ts'
import { setFrontendAsset } from './frontend.ts'
import { ConfigEntry, FrontendAsset, InfoPush, Permission } from './graph.ts'
import { createInfoPush, deleteInfoPush, updateInfoPush } from './infoPushes.ts'
import { createPermission, grantPermission, revokePermission, updatePermission } from './permissions.ts'
import { visiblePermissions } from './policy.ts'

const ConfigEntryInput = builder.inputType('ConfigEntryInput', {
  description: 'A new value for a member of the client configuration.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'The name of the member.' }),
    value: t.field({ type: 'JSON', required: true, description: 'The value, in the form the member has on the wire.' }),
  }),
})

const CreateInfoPushInput = builder.inputType('CreateInfoPushInput', {
  description: 'A new information notice.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'A slug that no other notice has.' }),
    data: t.field({ type: 'JSON', required: true, description: 'What it shows.' }),
    tags: t.stringList({ description: 'What clients select it by.' }),
    isEnabled: t.boolean({ description: 'Whether it is shown at all; it is, unless said otherwise.' }),
    releaseStatus: t.string({ description: 'public, the default, private or hidden.' }),
    priority: t.int({ description: 'Higher comes first; 0 unless said otherwise.' }),
    startDate: t.field({ type: 'DateTime', description: 'Shown from this moment.' }),
    endDate: t.field({ type: 'DateTime', description: 'Shown until this moment.' }),
  }),
})

const UpdateInfoPushInput = builder.inputType('UpdateInfoPushInput', {
  description: 'What changes of an information notice; what is left out stays.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Which notice.' }),
    data: t.field({ type: 'JSON', description: 'What it shows.' }),
    tags: t.stringList({ description: 'What clients select it by.' }),
    isEnabled: t.boolean({ description: 'Whether it is shown at all.' }),
    releaseStatus: t.string({ description: 'public, private or hidden.' }),
    priority: t.int({ description: 'Higher comes first.' }),
    startDate: t.field({ type: 'DateTime', description: 'Shown from this moment; null for no such limit.' }),
    endDate: t.field({ type: 'DateTime', description: 'Shown until this moment; null for no such limit.' }),
  }),
})

const DeleteInfoPushInput = builder.inputType('DeleteInfoPushInput', {
  description: 'Which information notice is to go.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Its slug.' }) }),
})

const CreatePermissionInput = builder.inputType('CreatePermissionInput', {
  description: 'A new permission.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Lower case letters, digits and dashes; unique.' }),
    displayName: t.string({ required: true, description: 'The name that people see.' }),
    description: t.string({ description: 'What it allows.' }),
    data: t.field({ type: 'JSON', description: 'What it brings with it.' }),
    ownerId: t.id({ description: "Who owns it; the platform's own account unless said otherwise." }),
  }),
})

const UpdatePermissionInput = builder.inputType('UpdatePermissionInput', {
  description: 'What changes of a permission; what is left out stays.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Which permission.' }),
    displayName: t.string({ description: 'The name that people see.' }),
    description: t.string({ description: 'What it allows.' }),
    data: t.field({ type: 'JSON', description: 'What it brings with it.' }),
  }),
})

const GrantInput = builder.inputType('GrantInput', {
  description: 'Whose permission it is about.',
  fields: (t) => ({
    permissionId: t.id({ required: true, description: 'Which permission.' }),
    userId: t.id({ required: true, description: 'Which person.' }),
  }),
})

const grantOf = (input: { permissionId: string; userId: string }) => ({
  permissionId: idOf('permission', input.permissionId, 'Permission'),
  userId: idOf('user', input.userId, 'User'),
})

const AssetKind = builder.enumType('AssetKind', {
  description: 'Stylesheet or script.',
  values: {
    CSS: { value: 'css', description: 'The stylesheet.' },
    JS: { value: 'js', description: 'The script.' },
  } as const,
})

const AssetVariant = builder.enumType('AssetVariant', {
  description: 'For whom a build is.',
  values: {
    PUBLIC: { value: 'public', description: 'For everybody.' },
    INTERNAL: { value: 'internal', description: 'For admins.' },
  } as const,
})

const FrontendAssetInput = builder.inputType('FrontendAssetInput', {
  description: 'A stylesheet or script that takes its place.',
  fields: (t) => ({
    kind: t.field({ type: AssetKind, required: true, description: 'Stylesheet or script.' }),
    variant: t.field({ type: AssetVariant, required: true, description: 'For whom it is.' }),
    branch: t.string({ required: true, description: 'The branch that was built.' }),
    content: t.string({ required: true, description: 'The stylesheet or script itself.' }),
  }),
})

builder.mutationFields((t) => ({
  setConfigEntry: t.field({
    type: ConfigEntry,
    ...ADMIN,
    description: 'Changes a member of the client configuration. Admins only.',
    args: { input: t.arg({ type: ConfigEntryInput, ...INPUT }) },
    resolve: (_root, { input: { key, value } }, context) =>
      setConfigEntry(signed(context), { key, value, fault: configFault }),
  }),
  createInfoPush: t.field({
    type: InfoPush,
    ...ADMIN,
    description: 'Makes an information notice. Admins only.',
    args: { input: t.arg({ type: CreateInfoPushInput, ...INPUT }) },
    resolve: (_root, { input: { id, data, ...rest } }, context) =>
      createInfoPush(signed(context), { id, data, ...given(rest) }, infoPushFault),
  }),
  updateInfoPush: t.field({
    type: InfoPush,
    ...ADMIN,
    description: 'Changes an information notice. Admins only.',
    args: { input: t.arg({ type: UpdateInfoPushInput, ...INPUT }) },
    resolve: (_root, { input: { id, startDate, endDate, ...rest } }, context) => {
      const dates = { ...(startDate !== undefined && { startDate }), ...(endDate !== undefined && { endDate }) }
      return updateInfoPush(signed(context), { id, ...dates, ...given(rest) }, infoPushFault)
    },
  }),
  deleteInfoPush: t.id({
    ...ADMIN,
    description: 'Deletes an information notice and answers its id. Admins only.',
    args: { input: t.arg({ type: DeleteInfoPushInput, ...INPUT }) },
    resolve: async (_root, { input: { id } }, context) => {
      await deleteInfoPush(signed(context), id)
      return id
    },
  }),
  setFrontendAsset: t.field({
    type: FrontendAsset,
    ...ADMIN,
    description: 'Puts the stylesheet or script of a build in place. Admins only.',
    args: { input: t.arg({ type: FrontendAssetInput, ...INPUT }) },
    resolve: (_root, { input }, context) => setFrontendAsset(signed(context), input),
  }),
}))

builder.mutationFields((t) => ({
  createPermission: t.field({
    type: Permission,
    ...ADMIN,
    description: 'Makes a permission. Admins only.',
    args: { input: t.arg({ type: CreatePermissionInput, ...INPUT }) },
    resolve: (_root, { input: { name, displayName, ownerId, ...rest } }, context) => {
      const owner = ownerId ? { ownerId: idOf('user', ownerId, 'User') } : {}
      return createPermission(signed(context), { name, displayName, ...owner, ...given(rest) }, permissionFault)
    },
  }),
  updatePermission: t.field({
    type: Permission,
    ...ADMIN,
    description: 'Changes a permission. Admins only.',
    args: { input: t.arg({ type: UpdatePermissionInput, ...INPUT }) },
    resolve: (_root, { input: { id, ...rest } }, context) => {
      const permissionId = idOf('permission', id, 'Permission')
      return updatePermission(signed(context), { id: permissionId, ...given(rest) }, permissionFault)
    },
  }),
  grantPermission: t.field({
    type: Permission,
    ...ADMIN,
    description: 'Grants a permission to a person. Admins only.',
    args: { input: t.arg({ type: GrantInput, ...INPUT }) },
    resolve: (_root, { input }, context) => grantPermission(signed(context), grantOf(input)),
  }),
  revokePermission: t.prismaField({
    type: Permission,
    ...ADMIN,
    description: 'Takes a permission from a person. Admins only.',
    args: { input: t.arg({ type: GrantInput, ...INPUT }) },
    resolve: async (query, _root, { input }, context) => {
      const scope = signed(context)
      const grant = grantOf(input)
      await revokePermission(scope, grant)
      const where = { id: grant.permissionId, ...visiblePermissions(scope.viewer) }
      return scope.db.permission.findFirstOrThrow({ ...query, where })
    },
  }),
}))
