/** Whether an address can be that of a prop. */
export const isPropId = (text: string): boolean => /^prop_[0-9a-f-]{36}$/.test(text)
