/** Database servers that can be added, each with an example of its address: `engineOf("trino://…")` is "trino". */

export const ENGINES = ["postgresql", "mysql", "trino", "spark", "mongodb"] as const;

export type EngineName = (typeof ENGINES)[number];

export const EXAMPLES: Record<EngineName, string> = {
  postgresql: "postgresql://ann@db.example:5432/clinic",
  mysql: "mysql://ann@db.example:3306/clinic",
  trino: "trino://ann@trino.example:8080/hive/clinic",
  spark: "spark://spark.example:15002",
  mongodb: "mongodb://ann@db.example:27017/clinic",
};

const SCHEMES: Record<string, EngineName> = { postgres: "postgresql", mariadb: "mysql" };

/** What is being typed, as soon as its beginning says so. */
export function engineOf(url: string): EngineName | undefined {
  const scheme = /^\s*([a-z+]+):/i.exec(url)?.[1]?.toLowerCase() ?? "";
  return SCHEMES[scheme] ?? ENGINES.find((name) => name === scheme);
}

/** The database in an address, or the computer where an address needs none: `postgresql://ann@db.example/clinic` is called "clinic". */
export function nameOf(url: string): string {
  const [, scheme, host = "", path = ""] = /^([a-z]+):\/\/([^/?#]+)(?:\/([^?#]*))?/i.exec(url.trim()) ?? [];
  const computer = scheme === "spark" ? (/(?:^|@)([^@:]+)(?::\d+)?$/.exec(host)?.[1] ?? "") : "";
  return decoded(path.split("/").findLast((part) => part !== "") ?? "") || computer;
}

/** While somebody types, a percent sign may stand alone. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
