/** All machine-readable files, in display order. */
import { agentsMd } from './agents.ts'
import { apiCatalog } from './api-catalog.ts'
import { authMd } from './auth.ts'
import type { DiscoveryFile } from './context.ts'
import { llmsTxt } from './llms.ts'
import { robotsTxt } from './robots.ts'
import { securityTxt } from './security.ts'
import { sitemap, sitemapMd } from './sitemap.ts'
import { skillIndex } from './skills.ts'

export const discoveryFiles: readonly DiscoveryFile[] = [
  agentsMd,
  llmsTxt,
  authMd,
  apiCatalog,
  skillIndex,
  sitemap,
  sitemapMd,
  robotsTxt,
  ...securityTxt,
]
