/** The banks that accept transfers by VietQR, with their NAPAS number (BIN). */

export type Bank = { bin: string; name: string }

export const banks: readonly Bank[] = [
  ['970425', 'ABBANK'],
  ['970416', 'ACB'],
  ['970405', 'Agribank'],
  ['970409', 'Bac A Bank'],
  ['970438', 'BAOVIET Bank'],
  ['970418', 'BIDV'],
  ['970454', 'BVBank'],
  ['546034', 'CAKE'],
  ['970446', 'Co-opBank'],
  ['970431', 'Eximbank'],
  ['970437', 'HDBank'],
  ['668888', 'KBank'],
  ['970452', 'KienlongBank'],
  ['963369', 'Liobank'],
  ['970449', 'LPBank'],
  ['970422', 'MBBank'],
  ['970414', 'MBV'],
  ['970426', 'MSB'],
  ['970428', 'Nam A Bank'],
  ['970419', 'NCB'],
  ['970448', 'OCB'],
  ['970430', 'PGBank'],
  ['970412', 'PVcomBank'],
  ['970403', 'Sacombank'],
  ['970400', 'SAIGONBANK'],
  ['970429', 'SCB'],
  ['970440', 'SeABank'],
  ['970443', 'SHB'],
  ['970424', 'Shinhan Bank'],
  ['970407', 'Techcombank'],
  ['963388', 'Timo'],
  ['970423', 'TPBank'],
  ['546035', 'Ubank'],
  ['970441', 'VIB'],
  ['970427', 'VietABank'],
  ['970433', 'VietBank'],
  ['970436', 'Vietcombank'],
  ['970415', 'VietinBank'],
  ['970406', 'Vikki Bank'],
  ['970432', 'VPBank'],
  // No bank has this number, so a scanned code of a sample shop pays no one.
  ['000000', 'Ngân hàng mẫu'],
].map(([bin = '', name = '']) => ({ bin, name }))

/** Finds a bank by its short name, regardless of spaces and capitals, or by its number. */
export function findBank(text: string): Bank | undefined {
  const wanted = normalizeName(text)
  return banks.find(({ bin, name }) => bin === wanted || normalizeName(name) === wanted)
}

function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[\s-]/g, '')
}
