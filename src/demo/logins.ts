export const DEMO_LOGINS = ['demo_admin', 'demo_ada', 'demo_grace', 'demo_linus'] as const
export const DEMO_PASSWORD = 'plaza-demo-1'
