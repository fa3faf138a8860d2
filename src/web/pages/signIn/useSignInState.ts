import { useCallback, useEffect, useState } from 'react'
import type { SignInStateQuery } from '../../generated/graphql.ts'
import { type Refusal, refusalOf } from '../../graph/refusal.ts'
import { request } from '../../graph/request.ts'
import { SIGN_IN_STATE } from './documents.ts'

export interface SignInState {
  /** Null until it was read. */
  readonly state: SignInStateQuery | null
  readonly refusal: Refusal | null
  readonly reload: () => void
}

/** Whether somebody is signed in, or half signed in, in this browser, and what the server offers to others. */
export function useSignInState(): SignInState {
  const [state, setState] = useState<SignInStateQuery | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const reload = useCallback(() => {
    request(SIGN_IN_STATE, {}).then(
      (read) => {
        setState(read)
        setRefusal(null)
      },
      (error: unknown) => setRefusal(refusalOf(error)),
    )
  }, [])
  useEffect(reload, [reload])
  return { state, refusal, reload }
}
