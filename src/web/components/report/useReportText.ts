import i18next, { type ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'

type Key = Extract<ParseKeys<'report'>, string>
const isKey = (key: string): key is Key => i18next.exists(key, { ns: 'report' })

interface ReportPart {
  readonly kind: 'categories' | 'reasons'
  /** As the graph names it. */
  readonly name: string
  readonly text: 'label' | 'hint'
  /** What admins wrote. */
  readonly otherwise: string
}

/** Tells what a category or a reason is called. Admins configure them: those without a text of this page show what the admins wrote. */
export function useReportText(): (part: ReportPart) => string {
  const { t } = useTranslation('report')
  return ({ kind, name, text, otherwise }) => {
    const key = `${kind}.${name}.${text}`
    return isKey(key) ? t(key) : otherwise
  }
}
