import { Box } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RouteLink } from '../../../components/RouteLink.tsx'

interface BackToRolesProps {
  readonly groupId: string
}

/** Leads from one role to all of them. */
export function BackToRoles({ groupId }: BackToRolesProps) {
  const { t } = useTranslation('groupManage')
  return (
    <Box>
      <RouteLink to="/groups/$groupId/manage/$section" params={{ groupId, section: 'roles' }} search={{}} size="sm">
        {t('roles.back')}
      </RouteLink>
    </Box>
  )
}
