export const APPEAL_STATUSES = ['OPEN', 'UPHELD', 'OVERTURNED'] as const

/** Reads the address; what is unknown in it is left out. */
export const appealsSearchOf = ({ status }: Record<string, unknown>) => ({
  status: APPEAL_STATUSES.find((one) => one === status),
})
