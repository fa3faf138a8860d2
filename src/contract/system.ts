import { z } from 'zod'
import { UserId } from './ids.ts'
import { del, get, post, put, text } from './operation.ts'
import { APIConfig } from './shapes/clientConfig.ts'
import { InfoPush } from './shapes/infoPush.ts'
import { CreatePermissionRequest, Permission, UpdatePermissionRequest } from './shapes/permission.ts'
import { offset, pageQuery, rowCount } from './shapes/queryParameters.ts'
import { APIHealth } from './shapes/response.ts'

/** Query that selects a build of the web frontend. Empty values mean the defaults. */
const build = z.object({
  variant: z
    .preprocess(
      (value) => (value === '' ? undefined : value),
      z.enum(['internal', 'public'], { error: 'variant must be internal or public' }).default('public'),
    )
    .describe('Audience of the build; anything but public is for admins.'),
  branch: z
    .string()
    .default('main')
    .transform((branch) => branch || 'main')
    .describe('Branch that was built; anything but main is for admins.'),
})

export const system = {
  getConfig: get('/config', { summary: 'Reads the client configuration.', access: 'optional', result: APIConfig }),
  getSystemTime: get('/time', {
    summary: "Reads the server's time.",
    access: 'optional',
    result: z.iso.datetime({ offset: true }),
  }),
  getCurrentOnlineUsers: get('/visits', {
    summary: 'Counts the users who are online.',
    access: 'optional',
    result: z.int().min(0),
  }),
  getHealth: get('/health', {
    summary: 'Always refused. Use the readiness probe /readyz instead.',
    access: 'optional',
    result: APIHealth,
    deprecated: true,
  }),
  getInfoPush: get('/infoPush', {
    summary: 'Lists information notices that carry any of the tags of `include` and all of the tags of `require`.',
    query: z.object({
      include: z.string().optional().describe('Tags, separated by commas: a notice has at least one of them.'),
      require: z.string().optional().describe('Tags, separated by commas: a notice has all of them.'),
    }),
    result: z.array(InfoPush),
  }),
  getAssignedPermissions: get('/auth/permissions', {
    summary: 'Lists the permissions that were granted to the caller.',
    result: z.array(Permission),
  }),
  getPermission: get('/permissions/{permissionId}', {
    summary: 'Reads a permission that was granted to the caller.',
    result: Permission,
  }),
  getPermissions: get('/permissions', {
    summary: 'Lists all permissions by name. Admins only.',
    origin: 'extended',
    access: 'admin',
    query: z.object({
      n: rowCount(100, 'n').optional().describe('Number of permissions to list; all by default.'),
      offset,
      ownerId: UserId.optional().describe('Only permissions of this owner.'),
    }),
    result: z.array(Permission),
  }),
  createPermission: post('/permissions', {
    summary: 'Creates a permission. Admins only.',
    origin: 'extended',
    access: 'admin',
    query: z.object({
      ...pageQuery,
      ownerId: z.string().optional().describe('Ignored: the body names the owner.'),
    }),
    body: CreatePermissionRequest,
    result: Permission,
  }),
  updatePermission: put('/permissions/{permissionId}', {
    summary: 'Changes the name or the owner of a permission. Admins only.',
    origin: 'extended',
    access: 'admin',
    body: UpdatePermissionRequest,
    bodyOptional: true,
    result: Permission,
  }),
  deletePermission: del('/permissions/{permissionId}', {
    summary: 'Deletes a permission with its grants, except one that clients know by its name. Admins only.',
    origin: 'extended',
    access: 'admin',
    result: Permission,
  }),
  getCSS: get('/css/app.css', {
    summary: "Downloads the web frontend's stylesheet.",
    access: 'optional',
    query: build,
    result: text('text/css'),
  }),
  getJavaScript: get('/js/app.js', {
    summary: "Downloads the web frontend's script.",
    access: 'optional',
    query: build,
    result: text('application/javascript'),
  }),
}
