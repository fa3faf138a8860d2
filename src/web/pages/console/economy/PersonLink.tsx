import { useTranslation } from 'react-i18next'
import { RouteLink } from '../../../components/RouteLink.tsx'
import { useStaff } from '../useStaff.ts'

interface PersonLinkProps {
  /** Null for one who was erased. */
  readonly person: { readonly id: string; readonly displayName: string } | null | undefined
}

/** Leads to what a person has: to their page of the console for those who may open it. */
export function PersonLink({ person }: PersonLinkProps) {
  const { t } = useTranslation('staffEconomy')
  const canOpenAccount = useStaff()?.includes('PEOPLE') === true
  if (!person) return <>{t('gone')}</>
  const params = { userId: person.id }
  if (canOpenAccount)
    return (
      <RouteLink to="/console/people/$userId" params={params} search={{ tab: 'economy' }} size="sm">
        {person.displayName}
      </RouteLink>
    )
  return (
    <RouteLink to="/console/economy/people/$userId" params={params} size="sm">
      {person.displayName}
    </RouteLink>
  )
}
