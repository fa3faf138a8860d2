import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import type { Refusal } from '../../graph/refusal.ts'
import { useAct } from '../../graph/useAct.ts'
import { randomUuid } from '../../randomUuid.ts'

const AGREED = graphql(`
  query ContentAgreed($contentId: ID!, $version: Int!) {
    hasAgreed(contentId: $contentId, version: $version)
  }
`)

const SUBMIT_AGREEMENT = graphql(`
  mutation SubmitContentAgreement($input: SubmitContentAgreementInput!, $contentId: ID!, $version: Int!) {
    submitContentAgreement(input: $input) {
      agreement {
        id
      }
      query {
        hasAgreed(contentId: $contentId, version: $version)
      }
    }
  }
`)

/** Of the text that the author agrees to. */
const VERSION = 1

export interface ContentAgreement {
  /** Whether the author has to agree before anything is uploaded. */
  readonly isNeeded: boolean
  /** Whether that is known: nothing is sent before. */
  readonly isKnown: boolean
  /** Why it is unknown; null while it is read, and afterwards. */
  readonly refusal: Refusal | null
  readonly reload: () => void
  /** What is wrong with the field of the form; null for nothing. */
  readonly validate: (hasAgreed: boolean) => string | null
  /** Stores that the author has agreed, where that is needed. Throws a Refusal. */
  readonly submit: () => Promise<void>
}

interface AgreementSubject {
  /** Id of a world, an avatar or a prop; null for that of somebody else, who alone can agree. */
  readonly contentId: string | null
  /** Whether it is not there yet, so that nobody can have agreed. */
  readonly isNew?: boolean
}

/** The agreement of an author to own the rights of a content, which is asked for once, before its first upload. */
export function useContentAgreement({ contentId, isNew = false }: AgreementSubject): ContentAgreement {
  const { t } = useTranslation('uploads')
  const skip = isNew || contentId === null
  const { data, refusal, reload } = usePanel(AGREED, { contentId: contentId ?? '', version: VERSION }, { skip })
  const submission = useAct(SUBMIT_AGREEMENT)
  const isNeeded = contentId !== null && (isNew || data?.hasAgreed === false)
  const isKnown = skip || data !== undefined
  const text = t('agreement.text')
  return {
    isNeeded,
    isKnown,
    refusal: isKnown ? null : refusal,
    reload,
    validate: (hasAgreed) => (isNeeded && !hasAgreed ? t('agreement.missing') : null),
    submit: async () => {
      if (!isNeeded) return
      const subject = { contentId, version: VERSION }
      await submission.attempt({ input: { ...subject, code: 'CONTENT_COPYRIGHT_OWNED', text }, ...subject })
    },
  }
}

const PREFIXES = { world: 'wrld', avatar: 'avtr', prop: 'prop' } as const

/** The id of a content that is not there yet, and the agreement about it, which comes before. */
export function useNewContent(kind: keyof typeof PREFIXES) {
  const [id] = useState(() => `${PREFIXES[kind]}_${randomUuid()}`)
  return { id, agreement: useContentAgreement({ contentId: id, isNew: true }) }
}
