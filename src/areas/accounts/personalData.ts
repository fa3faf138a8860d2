import type { DeclaredTables } from '../../kernel/personalData.ts'

const SECRET = 'A secret.'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  Account: {
    of: ['userId'],
    without: {
      emailKey: 'Derived from the address.',
      passwordHash: SECRET,
      totpSecret: SECRET,
      totpPendingSecret: SECRET,
      totpLastStep: SECRET,
      recoveryBatch: SECRET,
      trustGeneration: SECRET,
    },
  },
  Session: { of: ['userId'], without: { tokenHash: SECRET } },
  EndedSession: { of: ['userId'], without: { tokenHash: SECRET } },
  RecoveryCode: { of: ['userId'], without: { codeHash: SECRET } },
  EmailCode: { of: ['userId'], without: { codeHash: SECRET, linkHash: SECRET } },
  EmailToken: { of: ['userId'], without: { tokenHash: SECRET } },
  PasswordReset: { of: ['userId'], without: { tokenHash: SECRET } },
  LoginPlace: { of: ['userId'] },
  DataExport: { of: ['userId'], without: { blobKey: 'Name in the store of the server.' } },
  StaffGrant: {
    of: ['userId'],
    without: { grantedById: 'Which admin has acted concerns the admin.' },
    mentions: { grantedById: 'What an admin does is about others.' },
  },
  AuditEntry: {
    of: ['subjectId'],
    without: {
      actorId: 'Which admin has acted concerns the admin.',
      reportId: 'A report protects who has made it.',
      details: 'Can name others, such as who has reported the person.',
    },
    mentions: { actorId: 'What an admin does is about others.' },
  },
}
