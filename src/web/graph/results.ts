/** Whether there is a result; that of a document has the type that was generated for it. */
export const isResult = <Data>(data: unknown): data is Data => data !== undefined && data !== null
