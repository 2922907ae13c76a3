# The program in a small image without root: docker build --tag gridcheck:0.1.0 .
# In a Kubernetes Job, cluster/kubernetes.yaml uses it. Each base image is named by the digest of its index, which has all platforms:
# see "Make a release" in docs/CONTRIBUTING.md.
FROM rust:1.89-slim-bookworm@sha256:d7fc7de78bb8c1469933aeecbf801314d30d7d6e9f0578bba4cfa285bfa37fe6 AS build
WORKDIR /gridcheck
COPY . .
RUN cargo build --locked --profile dist
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends python3 && .ci/notices.py gridcheck > THIRD-PARTY.txt

FROM debian:bookworm-slim@sha256:7c7b2c966bc9ee8cedfeef67e0e279108992c77681fa595db4a9d65c06ccc587
COPY --from=build /gridcheck/target/dist/gridcheck /usr/local/bin/gridcheck
COPY --from=build /gridcheck/LICENSE /gridcheck/THIRD-PARTY.txt /usr/share/doc/gridcheck/
# The user of the image has no name and no home. A folder that is mounted here must let it write.
USER 65532:65532
WORKDIR /sums
ENTRYPOINT ["gridcheck"]
