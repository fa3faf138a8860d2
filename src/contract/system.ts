import { z } from 'zod'
import { get, text } from './operation.ts'
import { APIConfig } from './shapes/config.ts'
import { APIHealth } from './shapes/health.ts'
import { InfoPush } from './shapes/infoPush.ts'
import { Permission } from './shapes/permission.ts'

/** An empty value means the default. */
const build = z.object({
  variant: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.enum(['internal', 'public'], { error: 'variant must be internal or public' }).default('public'),
  ),
  branch: z
    .string()
    .default('main')
    .transform((branch) => branch || 'main'),
})

export const system = {
  getConfig: get('/config', { summary: 'Reads the client configuration.', access: 'optional', result: APIConfig }),
  getSystemTime: get('/time', {
    summary: "Reads the server's time.",
    access: 'optional',
    result: z.iso.datetime({ offset: true }),
  }),
  getCurrentOnlineUsers: get('/visits', {
    summary: 'Counts the people who are online.',
    access: 'optional',
    result: z.int().min(0),
  }),
  getHealth: get('/health', {
    summary: 'Refuses everybody. Use the readiness probe instead.',
    access: 'optional',
    result: APIHealth,
    deprecated: true,
  }),
  getInfoPush: get('/infoPush', {
    summary: 'Lists information notices that carry any of the tags of `include` and all of the tags of `require`.',
    query: z.object({ include: z.string().optional(), require: z.string().optional() }),
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
